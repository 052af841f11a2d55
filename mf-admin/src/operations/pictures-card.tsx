import type { ReactNode } from 'react';
import type { AnswerOf, calls } from '@device-console/shared-lib/contract';
import { formatCount, formatDuration, formatTime } from '@device-console/shared-lib/console';
import { Card, Columns, Select, Stack } from '@device-console/shared-lib/ui';
import { StatCard, Sparkline, type ChartTone } from '@device-console/shared-lib/ui/chart';
import { t } from '../t.ts';

type Operations = AnswerOf<typeof calls.operations>;
type Period = Operations['periods'][number];

interface Picture {
  readonly label: string;
  readonly tone: ChartTone;
  /** Null: not recorded then. */
  readonly of: (period: Period) => number | null;
  readonly format: (value: number) => string;
}

const pictures: readonly Picture[] = [
  { label: t('Waiting commands'), tone: 'accent', of: ({ queued }) => queued, format: formatCount },
  { label: t('Sent and not answered'), tone: 'info', of: ({ sent }) => sent, format: formatCount },
  {
    label: t('Acknowledged in five minutes'),
    tone: 'success',
    of: ({ acknowledged }) => acknowledged,
    format: formatCount,
  },
  {
    label: t('Failed, expired or unknown in five minutes'),
    tone: 'danger',
    of: ({ failed, expired, unknown }) => failed + expired + unknown,
    format: formatCount,
  },
  {
    label: t('Until a phone acknowledged, 95th percentile'),
    tone: 'warning',
    of: ({ p95 }) => p95,
    format: formatDuration,
  },
];

const spans = [1, 6, 24, 48].map((hours) => ({
  value: String(hours),
  title: t('{hours, plural, one {Last hour} other {Last # hours}}', { hours }),
}));

interface PicturesCardProps extends Pick<Operations, 'periods'> {
  readonly hours: string;
  readonly onHours: (hours: string) => void;
}

export function PicturesCard({ periods, hours, onHours }: PicturesCardProps): ReactNode {
  return (
    <Card title={t('The last hours')}>
      <Stack>
        <Select label={t('Time')} options={spans} value={hours} onChange={onHours} />
        <Columns>
          {pictures.map((picture) => (
            <PictureOf key={picture.label} {...picture} periods={periods} />
          ))}
        </Columns>
      </Stack>
    </Card>
  );
}

function PictureOf({ label, tone, of, format, periods }: Picture & Pick<Operations, 'periods'>): ReactNode {
  const points = periods.flatMap((period) => {
    const value = of(period);
    return value === null ? [] : [{ name: formatTime(period.at), value }];
  });
  const newest = points.at(-1);
  return (
    <StatCard
      label={label}
      value={newest ? format(newest.value) : t('No figure')}
      trend={points.length > 1 && <Sparkline label={label} points={points} tone={tone} format={format} />}
    />
  );
}

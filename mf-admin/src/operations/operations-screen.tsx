import { type ReactNode, useState } from 'react';
import { type AnswerOf, calls, type CommandState, commandStateOf } from '@device-console/shared-lib/contract';
import { formatCount, formatDuration, formatTime, useConsole, usePolling } from '@device-console/shared-lib/console';
import { Button, Card, Columns, EmptyState, Page, Select, Stack } from '@device-console/shared-lib/ui';
import { type ChartTone, DefinitionList, Sparkline, StackedBar, StatCard } from '@device-console/shared-lib/ui/chart';
import { commandStateTitle, RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { ListState, useList } from '../list/use-list.tsx';
import { BudgetsCard } from './budgets-card.tsx';
import { type CommandFilter, CommandsCard, useCommands } from './commands-card.tsx';
import { DispatchCard } from './dispatch-card.tsx';
import { t } from '../t.ts';

const tones: Readonly<Record<CommandState, ChartTone>> = {
  queued: 'accent',
  sent: 'info',
  acknowledged: 'success',
  failed: 'danger',
  expired: 'warning',
  unknown: 'muted',
  cancelled: 'muted',
};

interface QueueCardProps {
  readonly states: AnswerOf<typeof calls.operations>['states'];
  readonly chosen: CommandState | '';
  readonly onChoose: (state: CommandState | '') => void;
}

/** What is in each state now, the oldest of each, and apart from it what was acknowledged of late. */
function QueueCard({ states, chosen, onChoose }: QueueCardProps): ReactNode {
  const acknowledged = states.find(({ state }) => commandStateOf(state) === 'acknowledged');
  const now = states.filter((row) => row !== acknowledged);
  const parts = now.map(({ state, count }) => {
    const known = commandStateOf(state);
    return { name: commandStateTitle(state), value: count, tone: known ? tones[known] : ('muted' as const) };
  });
  const choose = (name: string | null): void => {
    const found = now.find(({ state }) => commandStateTitle(state) === name);
    onChoose(commandStateOf(found?.state ?? '') ?? '');
  };
  const waiting = now.filter(({ oldest, count }) => oldest !== '' && count > 0);
  return (
    <Card
      title={t('Queue')}
      description={t('All commands that are not acknowledged, by their state now. Choose one to list its commands.')}
    >
      <Stack>
        <StackedBar
          label={t('Queue')}
          parts={parts}
          chosen={chosen === '' ? null : commandStateTitle(chosen)}
          onChoose={choose}
          format={formatCount}
        />
        <DefinitionList
          isWide
          items={[
            ...waiting.map(({ state, oldest }) => ({
              term: t('Oldest: {state}', { state: commandStateTitle(state) }),
              value: <RelativeTime moment={Date.parse(oldest)} />,
            })),
            {
              term: t('Acknowledged, of the last 24 hours'),
              value: formatCount(acknowledged?.count ?? 0),
            },
          ]}
        />
      </Stack>
    </Card>
  );
}

function ProviderErrorsCard({ providerErrors }: Pick<AnswerOf<typeof calls.operations>, 'providerErrors'>): ReactNode {
  return (
    <Card title={t('Errors of the provider')}>
      {providerErrors.length === 0 ? (
        <EmptyState title={t('None in the last day')} />
      ) : (
        <DefinitionList
          isWide
          items={providerErrors.map(({ at, count, message }) => ({
            term: [
              formatTime(at),
              t('{count, plural, one {once} other {{count} times}} in five minutes', { count: formatCount(count) }),
            ].join(', '),
            value: message,
          }))}
        />
      )}
    </Card>
  );
}

/** Milliseconds. */
const REFETCH_MS = 10_000;

/** The queue of commands, and how to pause it. An existing back end's is unknown (D1a). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  if (api.offers(calls.operations)) return <Operations />;
  return (
    <Page title={t('Operations')}>
      <EmptyState title={t('This server has no queue to show')}>
        {t('Commands go to phones in a way of its own. Ask whoever runs it.')}
      </EmptyState>
    </Page>
  );
}

function Operations(): ReactNode {
  const { api } = useConsole();
  const [hours, setHours] = useState('6');
  const [filter, setFilter] = useState<CommandFilter>({ state: '', imei: '' });
  const commands = useCommands(filter);
  const list = useList(calls.operations, { hours: Number(hours) }, commands.list);
  const { state, refresh, refetch, ask } = list;
  usePolling(refetch, REFETCH_MS);
  return (
    <Page
      title={t('Operations')}
      lead={t(
        'Commands on their way to the phones: what is waiting, what the provider reports, and how to pause or ' +
          'continue dispatch.',
      )}
      actions={
        <Button
          isPending={state.status === 'loading'}
          onPress={() => {
            refresh();
            commands.list();
          }}
        >
          {t('Refresh')}
        </Button>
      }
    >
      <ListState list={list} fetching={t('Reading the queue')}>
        {(operations) => (
          <>
            <DispatchCard operations={operations} ask={ask} />
            <QueueCard
              states={operations.states}
              chosen={filter.state}
              onChoose={(state) => setFilter({ ...filter, state })}
            />
            {api.offers(calls.commandUse) && <BudgetsCard />}
            <PicturesCard periods={operations.periods} hours={hours} onHours={setHours} />
            <ProviderErrorsCard providerErrors={operations.providerErrors} />
            <CommandsCard commands={commands} filter={filter} onFilter={setFilter} ask={ask} />
          </>
        )}
      </ListState>
    </Page>
  );
}

type Period = AnswerOf<typeof calls.operations>['periods'][number];

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

interface PicturesCardProps extends Pick<AnswerOf<typeof calls.operations>, 'periods'> {
  readonly hours: string;
  readonly onHours: (hours: string) => void;
}

function PicturesCard({ periods, hours, onHours }: PicturesCardProps): ReactNode {
  return (
    <Card title={t('The last hours')}>
      <Stack>
        <Select label={t('Time')} options={spans} value={hours} onChange={onHours} />
        <Columns>
          {pictures.map(({ label, tone, of, format }) => {
            const points = periods.flatMap((period) => {
              const value = of(period);
              return value === null ? [] : [{ name: formatTime(period.at), value }];
            });
            const newest = points.at(-1);
            return (
              <StatCard
                key={label}
                label={label}
                value={newest ? format(newest.value) : t('No figure')}
                trend={points.length > 1 && <Sparkline label={label} points={points} tone={tone} format={format} />}
              />
            );
          })}
        </Columns>
      </Stack>
    </Card>
  );
}

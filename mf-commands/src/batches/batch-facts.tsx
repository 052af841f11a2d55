import type { ReactNode } from 'react';
import type { BatchRunRow } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Card, Progress, StatusBadge } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { t } from '../t.ts';

const tones = { running: 'success', complete: 'success' } as const;

export function BatchStateBadge({ run }: { readonly run: BatchRunRow }): ReactNode {
  const state = run.state || run.isComplete;
  const refused = run.refused ?? 0;
  if (state === 'complete' && refused > 0)
    return <StatusBadge tone="warning">{t('Complete, {count} refused', { count: formatCount(refused) })}</StatusBadge>;
  const tone = state === 'running' || state === 'complete' ? tones[state] : 'warning';
  return (
    <StatusBadge tone={tone}>
      {new Map([
        ['running', t('Running')],
        ['silent', t('Not responding')],
        ['complete', t('Complete')],
      ]).get(state) ?? t('Unfinished')}
    </StatusBadge>
  );
}

const countOf = (count: number | null): string => (count === null ? '–' : formatCount(count));

const when = (moment: string): ReactNode => (moment === '' ? '–' : <RelativeTime moment={Date.parse(moment)} />);

/** Commands that ended without reaching their phones. */
function undone({ expired, unknown, cancelled }: BatchRunRow): readonly (readonly [string, number])[] {
  const counts = [
    [t('Expired unsent'), expired ?? 0],
    [t('Outcome unknown'), unknown ?? 0],
    [t('Cancelled unsent'), cancelled ?? 0],
  ] as const;
  return counts.filter(([, count]) => count > 0);
}

/** Progress, holder, and the state of the commands (D17a). */
export function BatchFacts({ run, command }: { readonly run: BatchRunRow; readonly command: ReactNode }): ReactNode {
  const { holder, place, user, done, total } = run;
  const waiting = run.queued ?? run.found - run.sent - run.acknowledged - run.failed;
  return (
    <Card title={t('Progress')}>
      {done !== null && total !== null && (
        <Progress
          label={t('Devices with an outcome')}
          value={done}
          max={total}
          text={`${formatCount(done)} / ${formatCount(total)}`}
        />
      )}
      <DefinitionList
        isWide
        items={[
          { term: t('State'), value: <BatchStateBadge run={run} /> },
          { term: t('Command'), value: command },
          { term: t('Started by'), value: user },
          { term: t('Started'), value: formatTime(run.startedAt) },
          ...(holder === '' ? [] : [{ term: t('Sent by'), value: t('{holder}, {place}', { holder, place }) }]),
          { term: t('Last contact'), value: when(run.seenAt || run.updatedAt) },
          { term: t('Found'), value: formatCount(run.found), tone: 'success' as const },
          { term: t('Not Found'), value: countOf(run.notFound) },
          ...(run.refused === null || run.refused === 0
            ? []
            : [{ term: t('Refused'), value: formatCount(run.refused), tone: 'danger' as const }]),
          { term: t('Acknowledged by phones'), value: formatCount(run.acknowledged), tone: 'success' as const },
          { term: t('Sent to phones'), value: formatCount(run.sent) },
          { term: t('Waiting at the server'), value: formatCount(Math.max(waiting, 0)) },
          { term: t('Failed at phones'), value: formatCount(run.failed) },
          ...undone(run).map(([term, count]) => ({ term, value: formatCount(count) })),
        ]}
      />
    </Card>
  );
}

import type { ReactNode } from 'react';
import type { BatchRunRow } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Card, DefinitionList, Progress, RelativeTime, StatusBadge } from '@device-console/shared-lib/ui';
import { batchPageMessages as texts } from './batch-page-messages.ts';

const tones = { running: 'success', complete: 'success' } as const;

/** The state of a batch in a word. */
export function BatchStateBadge({ run }: { readonly run: BatchRunRow }): ReactNode {
  const state = run.state || run.isComplete;
  const tone = state === 'running' || state === 'complete' ? tones[state] : 'warning';
  return <StatusBadge tone={tone}>{texts.states.get(state) ?? texts.unknownState}</StatusBadge>;
}

const countOf = (count: number | null): string => (count === null ? texts.none : formatCount(count));

function when(moment: string): ReactNode {
  return moment === '' ? texts.none : <RelativeTime moment={Date.parse(moment)} />;
}

/** Commands that came to an end without their phones, where there are any. */
function undone({ expired, unknown, cancelled }: BatchRunRow): readonly (readonly [string, number])[] {
  const counts = [
    [texts.expired, expired ?? 0],
    [texts.unknownOutcome, unknown ?? 0],
    [texts.cancelled, cancelled ?? 0],
  ] as const;
  return counts.filter(([, count]) => count > 0);
}

/** How far a batch is, who has it, and what became of its commands (D17a). */
export function BatchFacts({ run, command }: { readonly run: BatchRunRow; readonly command: ReactNode }): ReactNode {
  const { holder, place, user, done, total } = run;
  const waiting = run.queued ?? run.found - run.sent - run.acknowledged - run.failed;
  return (
    <Card title={texts.facts}>
      {done !== null && total !== null && (
        <Progress
          label={texts.progress}
          value={done}
          max={total}
          text={`${formatCount(done)} / ${formatCount(total)}`}
        />
      )}
      <DefinitionList
        isWide
        items={[
          { term: texts.state, value: <BatchStateBadge run={run} /> },
          { term: texts.command, value: command },
          { term: texts.startedBy, value: user },
          { term: texts.started, value: formatTime(run.startedAt) },
          ...(holder === '' ? [] : [{ term: texts.holder, value: texts.holderIn(holder, place) }]),
          { term: texts.seen, value: when(run.seenAt || run.updatedAt) },
          { term: texts.found, value: formatCount(run.found), tone: 'success' as const },
          { term: texts.notFound, value: countOf(run.notFound) },
          { term: texts.acknowledged, value: formatCount(run.acknowledged), tone: 'success' as const },
          { term: texts.sent, value: formatCount(run.sent) },
          { term: texts.waiting, value: formatCount(Math.max(waiting, 0)) },
          { term: texts.failedCommands, value: formatCount(run.failed) },
          ...undone(run).map(([term, count]) => ({ term, value: formatCount(count) })),
        ]}
      />
    </Card>
  );
}

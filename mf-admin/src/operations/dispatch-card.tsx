import type { ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, type AnswerOf, type BodyOf } from '@device-console/shared-lib/contract';
import { formatCount, formatTime, useConsole } from '@device-console/shared-lib/console';
import { decideInSteps } from '@device-console/shared-lib/records';
import { Actions, Button, Card, Notice, Stack, StatusBadge } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import type { Question } from '../change/use-change.tsx';
import { t } from '../t.ts';

/** A restore pauses dispatch under this name. */
const RESTORE = 'restore';

type Operations = AnswerOf<typeof calls.operations>;

interface DispatchCardProps {
  readonly operations: Operations;
  readonly ask: (question: Question) => void;
}

export function DispatchCard({ operations, ask }: DispatchCardProps): ReactNode {
  const { api } = useConsole();
  const asks = (change: DispatchChange) => (): void => ask(questionOf(api, change));
  const toggle = operations.dispatch === 'paused' ? dispatchChanges.resume : dispatchChanges.pause;
  return (
    <Card title={t('Dispatch')}>
      <Stack>
        {operations.simulated === 'yes' && <Notice tone="info">{t('Simulated phones: no phone is touched.')}</Notice>}
        {operations.waitsFor !== '' && (
          <Notice tone="warning" title={t('The provider keeps it waiting')}>
            {operations.waitsFor} {formatTime(operations.waitsUntil)}
          </Notice>
        )}
        <Comparison operations={operations} asks={asks} />
        <DefinitionList isWide items={factsOf(operations)} />
        <Actions>
          <Button variant="primary" onPress={asks(toggle)}>
            {toggle.title}
          </Button>
          <Button variant="danger" onPress={() => ask(stopping(api))}>
            {t('Stop everything')}
          </Button>
        </Actions>
      </Stack>
    </Card>
  );
}

function factsOf({ dispatch, why, by, since, commandsPerMinute }: Operations) {
  const isPaused = dispatch === 'paused';
  const badge = (
    <StatusBadge tone={isPaused ? 'warning' : 'success'}>{isPaused ? t('Paused') : t('Running')}</StatusBadge>
  );
  const limit = commandsPerMinute === null ? t('No limit') : formatCount(commandsPerMinute);
  return [
    { term: t('State'), value: badge },
    ...(why === '' ? [] : [{ term: t('Why'), value: why }]),
    ...(by === '' ? [] : [{ term: t('By'), value: by }]),
    ...(since === '' ? [] : [{ term: t('Since'), value: formatTime(since) }]),
    { term: t('Commands a minute'), value: limit },
  ];
}

interface ComparisonProps {
  readonly operations: Operations;
  readonly asks: (change: DispatchChange) => () => void;
}

function Comparison({ operations: { reconcile, by }, asks }: ComparisonProps): ReactNode {
  const title = t('After a restore');
  if (reconcile === 'asking' || reconcile === 'unread') {
    const { tone, text, change } = comparisons[reconcile];
    return (
      <Notice
        tone={tone}
        title={title}
        actions={
          <Button size="small" onPress={asks(change)}>
            {change.title}
          </Button>
        }
      >
        {text}
      </Notice>
    );
  }
  if (by !== RESTORE) return null;
  return (
    <Notice tone="warning" title={title}>
      {t(
        'This database was restored, and now has what the provider knows. What is queued below never reached the ' +
          'provider: cancel what is not wanted any more. The rest is sent when dispatch is resumed.',
      )}
    </Notice>
  );
}

type Api = Pick<ApiClient, 'call'>;

interface DispatchChange extends Pick<Question, 'title' | 'message' | 'tone'> {
  readonly body: Omit<BodyOf<typeof calls.operationsDispatch>, 'reason'>;
  readonly done: string;
}

const dispatchChanges = {
  endComparison: {
    title: t('End the comparison'),
    message: t(
      'The provider is asked no further, and what its list has beyond this is not taken in. Each queued command that ' +
        'was not compared counts as unknown until the provider says what became of it. Sent again, it goes under its ' +
        'own key, so that the provider does nothing twice.',
    ),
    tone: 'danger',
    body: { dispatch: 'paused', comparison: 'end' },
    done: t('The comparison is ended.'),
  },
  askAgain: {
    title: t('Ask the provider again'),
    message: t('Dispatch is paused until the provider has said what it has.'),
    tone: 'plain',
    body: { dispatch: 'paused', comparison: 'ask' },
    done: t('The provider is being asked what became of the commands that were open.'),
  },
  pause: {
    title: t('Pause dispatch'),
    message: t('Nothing more is handed to the provider until somebody resumes. New commands wait in the queue.'),
    tone: 'plain',
    body: { dispatch: 'paused' },
    done: t('Dispatch is paused.'),
  },
  resume: {
    title: t('Resume dispatch'),
    message: t('What waits is handed to the provider, in the order of each phone.'),
    tone: 'plain',
    body: { dispatch: 'running' },
    done: t('Dispatch is running.'),
  },
} as const satisfies Readonly<Record<string, DispatchChange>>;

const comparisons = {
  asking: {
    tone: 'info',
    text: t('The provider is being asked what became of the commands that were open.'),
    change: dispatchChanges.endComparison,
  },
  unread: {
    tone: 'warning',
    text: t(
      "The comparison was ended before the provider's list was read to its end: the provider may have commands " +
        'that this database does not know. Ask the provider again to have them taken in.',
    ),
    change: dispatchChanges.askAgain,
  },
} as const;

const questionOf = (api: Api, { body, done, ...texts }: DispatchChange): Question => ({
  ...texts,
  needsReason: true,
  run: async (transactionId, reason) => {
    await api.call(calls.operationsDispatch, { ...body, reason }, { transactionId });
    return done;
  },
});

const stopping = (api: Api): Question => ({
  title: t('Stop everything'),
  message: t(
    'Dispatch is paused, and every command that surely has not reached the provider is cancelled for good. What ' +
      'was handed over already cannot be taken back.',
  ),
  tone: 'danger',
  typedWord: t('STOP'),
  needsReason: true,
  run: async (_transactionId, reason) => {
    const { done } = await decideInSteps((after) =>
      api.call(calls.operationsDispatch, { dispatch: 'paused', reason, cancelQueued: true, after }),
    );
    return t(
      'Dispatch is paused. {count, plural, one {{count} command was} other {{count} commands were}} cancelled.',
      {
        count: formatCount(done),
      },
    );
  },
});

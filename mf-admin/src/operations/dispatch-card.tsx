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
  const { reconcile, dispatch, by } = operations;
  const resume = reconcile === 'asking' ? dispatchChanges.resumeUncompared : dispatchChanges.resume;
  const toggle = dispatch === 'paused' ? resume : dispatchChanges.pause;
  return (
    <Card title={t('Dispatch')}>
      <Stack>
        {operations.simulated === 'yes' && <Notice tone="info">{t('Simulated phones: no phone is touched.')}</Notice>}
        {operations.waitsFor !== '' && (
          <Notice tone="warning" title={t('The provider keeps it waiting')}>
            {operations.waitsFor} {formatTime(operations.waitsUntil)}
          </Notice>
        )}
        {(reconcile === 'asking' || by === RESTORE) && (
          <Notice tone="warning" title={t('After a restore')}>
            {reconcile === 'asking' ? ASKING : COMPARED}
          </Notice>
        )}
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

const ASKING = t('The provider is being asked what became of the commands that were open.');
const COMPARED = t(
  'This database was restored, and now has what the provider knows. What is queued below never reached the ' +
    'provider: cancel what is not wanted any more. The rest is sent when dispatch continues.',
);

type Api = Pick<ApiClient, 'call'>;

interface DispatchChange extends Pick<Question, 'title' | 'message' | 'tone'> {
  readonly body: Omit<BodyOf<typeof calls.operationsDispatch>, 'reason'>;
  readonly done: string;
}

const dispatchChanges = {
  pause: {
    title: t('Pause dispatch'),
    message: t('Nothing more is handed to the provider until somebody continues it. New commands wait in the queue.'),
    tone: 'plain',
    body: { dispatch: 'paused' },
    done: t('Dispatch is paused.'),
  },
  resume: {
    title: t('Continue dispatch'),
    message: t('Waiting commands are handed to the provider, in order for each phone.'),
    tone: 'plain',
    body: { dispatch: 'running' },
    done: t('Dispatch is running.'),
  },
  resumeUncompared: {
    title: t('Continue dispatch'),
    message: t(
      'The provider has not yet reported everything that it has. Each queued command that was not compared ' +
        'counts as unknown until the provider says what became of it. Sent again, it goes under its own key, so ' +
        'that the provider does nothing twice.',
    ),
    tone: 'danger',
    body: { dispatch: 'running' },
    done: t('Dispatch is running.'),
  },
} as const satisfies Readonly<Record<string, DispatchChange>>;

const questionOf = (api: Api, { body, done, ...texts }: DispatchChange): Question => ({
  ...texts,
  needsReason: true,
  change: {
    name: JSON.stringify([calls.operationsDispatch.path, body]),
    subject: 'dispatch',
    run: async (transactionId, reason) => {
      await api.call(calls.operationsDispatch, { ...body, reason }, { transactionId });
      return done;
    },
  },
});

const stopping = (api: Api): Question => ({
  title: t('Stop everything'),
  message: t(
    'Dispatch is paused, and every command that has certainly not reached the provider is cancelled for good. ' +
      'Commands already handed over cannot be recalled.',
  ),
  tone: 'danger',
  typedWord: t('STOP'),
  needsReason: true,
  change: {
    name: 'stop everything',
    subject: 'dispatch',
    run: async (transactionId, reason) => {
      await api.call(calls.operationsDispatch, { dispatch: 'paused', reason }, { transactionId });
      const { done } = await decideInSteps((after) =>
        api.call(calls.operationsDecide, { decision: 'cancel', filter: {}, reason, after }),
      );
      return t(
        'Dispatch is paused. {count, plural, one {{count} command was} other {{count} commands were}} cancelled.',
        {
          count: formatCount(done),
        },
      );
    },
  },
});

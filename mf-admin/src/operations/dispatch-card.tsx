import type { ReactNode } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { calls, type AnswerOf } from '@device-console/shared-lib/contract';
import { decideInSteps, formatCount, formatTime, useAddresses, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import {
  Actions,
  Button,
  buttonClass,
  Card,
  DefinitionList,
  Notice,
  Stack,
  StatusBadge,
} from '@device-console/shared-lib/ui';
import type { ChangeFailure } from '../change/change-failure.ts';
import { useConfirm, type Question } from '../change/use-confirm.tsx';
import { t } from '../t.ts';

/** Shown where the reading of the provider's list ended too early. */
export const compareUnread = t(
  "The comparison was ended before the provider's list was read to its end: the provider may have commands that " +
    'this database does not know. Ask the provider again to have them listed.',
);

type Operations = AnswerOf<typeof calls.operations>;

interface DispatchCardProps {
  readonly operations: Operations;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
}

export function DispatchCard({ operations, onDone, onFailed }: DispatchCardProps): ReactNode {
  const { ask, dialog } = useConfirm({ done: onDone, failed: onFailed });
  const { api } = useConsole();
  const isPaused = operations.dispatch === 'paused';
  return (
    <Card title={t('Dispatch')}>
      <Stack>
        {operations.simulated === 'yes' && <Notice tone="info">{t('Simulated phones: no phone is touched.')}</Notice>}
        {operations.waitsFor !== '' && (
          <Notice tone="warning" title={t('The provider keeps it waiting')}>
            {operations.waitsFor} {formatTime(operations.waitsUntil)}
          </Notice>
        )}
        <Comparison operations={operations} />
        <DefinitionList isWide items={factsOf(operations)} />
        <Actions>
          <Button variant="primary" onPress={() => ask(isPaused ? resuming(api) : pausing(api))}>
            {isPaused ? t('Resume dispatch') : t('Pause dispatch')}
          </Button>
          <Button variant="danger" onPress={() => ask(stopping(api))}>
            {t('Stop everything')}
          </Button>
        </Actions>
      </Stack>
      {dialog}
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

const comparisons: Readonly<Record<string, readonly ['info' | 'warning' | 'success', string]>> = {
  asking: ['info', t('The provider is being asked what became of the commands that were open.')],
  undecided: [
    'warning',
    t(
      'This database was restored, and the provider says otherwise of some commands. Dispatch is not resumed before ' +
        'each of them is decided.',
    ),
  ],
  done: ['success', t('Everything is decided. Dispatch can be resumed.')],
  unread: ['warning', compareUnread],
};

function Comparison({ operations }: { readonly operations: Operations }): ReactNode {
  const { to } = useAddresses();
  const { reconcile, unread } = operations;
  const [tone, text] = comparisons[reconcile === 'done' && unread === 'yes' ? 'unread' : reconcile] ?? [];
  if (!tone) return null;
  const link = (
    <Link className={buttonClass({ size: 'small' })} to={to('operationsCompare')}>
      {t('Compare and decide')}
    </Link>
  );
  return (
    <Notice tone={tone} title={t('After a restore')} actions={link}>
      {text}
    </Notice>
  );
}

type Api = Pick<ApiClient, 'call'>;

const pausing = (api: Api): Question => ({
  title: t('Pause dispatch'),
  message: t('Nothing more is handed to the provider until somebody resumes. New commands wait in the queue.'),
  tone: 'plain',
  needsReason: true,
  run: async (transactionId, reason) => {
    await api.call(calls.operationsDispatch, { dispatch: 'paused', reason }, { transactionId });
    return t('Dispatch is paused.');
  },
});

const resuming = (api: Api): Question => ({
  title: t('Resume dispatch'),
  message: t('What waits is handed to the provider, in the order of each phone.'),
  tone: 'plain',
  needsReason: true,
  run: async (transactionId, reason) => {
    await api.call(calls.operationsDispatch, { dispatch: 'running', reason }, { transactionId });
    return t('Dispatch is running.');
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

import { useMemo, useState, type ReactNode } from 'react';
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
import { ReasonDialog, type Asked } from './reason-dialog.tsx';
import { t } from '../t.ts';

/** Shown where the reading of the provider's list ended too early. */
export const compareUnread = t(
  "The comparison was ended before the provider's list was read to its end: the provider may have commands that " +
    'this database does not know. Ask the provider again to have them listed.',
);

type Operations = AnswerOf<typeof calls.operations>;
type Wish = 'pause' | 'resume' | 'stop';

interface DispatchCardProps {
  readonly operations: Operations;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
}

export function DispatchCard({ operations, onDone, onFailed }: DispatchCardProps): ReactNode {
  const [wish, setWish] = useState<Wish | null>(null);
  const asked = useAsked(wish);
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
          <Button variant="primary" onPress={() => setWish(isPaused ? 'resume' : 'pause')}>
            {isPaused ? t('Resume dispatch') : t('Pause dispatch')}
          </Button>
          <Button variant="danger" onPress={() => setWish('stop')}>
            {t('Stop everything')}
          </Button>
        </Actions>
      </Stack>
      {asked && (
        <ReasonDialog
          asked={asked}
          onDone={(text) => {
            setWish(null);
            onDone(text);
          }}
          onFailed={(failure) => {
            setWish(null);
            onFailed(failure);
          }}
          onCancel={() => setWish(null)}
        />
      )}
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

function useAsked(wish: Wish | null): Asked | null {
  const { api } = useConsole();
  return useMemo(() => {
    if (wish === null) return null;
    const dispatch = wish === 'resume' ? 'running' : 'paused';
    const change = async (reason: string, transactionId: string): Promise<void> => {
      await api.call(calls.operationsDispatch, { dispatch, reason }, { transactionId });
    };
    if (wish === 'pause')
      return {
        title: t('Pause dispatch'),
        message: t('Nothing more is handed to the provider until somebody resumes. New commands wait in the queue.'),
        tone: 'plain',
        run: async (reason, id) => change(reason, id).then(() => t('Dispatch is paused.')),
      };
    if (wish === 'resume')
      return {
        title: t('Resume dispatch'),
        message: t('What waits is handed to the provider, in the order of each phone.'),
        tone: 'plain',
        run: async (reason, id) => change(reason, id).then(() => t('Dispatch is running.')),
      };
    return {
      title: t('Stop everything'),
      message: t(
        'Dispatch is paused, and every command that surely has not reached the provider is cancelled for good. What ' +
          'was handed over already cannot be taken back.',
      ),
      tone: 'danger',
      typedWord: t('STOP'),
      run: async (reason) => {
        const { done } = await decideInSteps((after) =>
          api.call(calls.operationsDispatch, { dispatch, reason, cancelQueued: true, after }),
        );
        return t(
          'Dispatch is paused. {count, plural, one {{count} command was} other {{count} commands were}} cancelled.',
          {
            count: formatCount(done),
          },
        );
      },
    };
  }, [api, wish]);
}

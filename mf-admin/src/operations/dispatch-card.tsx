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
import { operationsMessages as texts } from './operations-messages.ts';
import { ReasonDialog, type Asked } from './reason-dialog.tsx';

type Operations = AnswerOf<typeof calls.operations>;
type Wish = 'pause' | 'resume' | 'stop';

interface DispatchCardProps {
  readonly operations: Operations;
  readonly onDone: (text: string) => void;
  readonly onFailed: (failure: ChangeFailure) => void;
}

/** Whether commands go to the provider, who has said so, and how to hold them. */
export function DispatchCard({ operations, onDone, onFailed }: DispatchCardProps): ReactNode {
  const [wish, setWish] = useState<Wish | null>(null);
  const asked = useAsked(wish);
  const isPaused = operations.dispatch === 'paused';
  return (
    <Card title={texts.dispatch}>
      <Stack>
        {operations.simulated === 'yes' && <Notice tone="info">{texts.simulated}</Notice>}
        {operations.waitsFor !== '' && (
          <Notice tone="warning" title={texts.waitsFor}>
            {operations.waitsFor} {formatTime(operations.waitsUntil)}
          </Notice>
        )}
        <Comparison operations={operations} />
        <DefinitionList isWide items={factsOf(operations)} />
        <Actions>
          <Button variant="primary" onPress={() => setWish(isPaused ? 'resume' : 'pause')}>
            {isPaused ? texts.resume : texts.pause}
          </Button>
          <Button variant="danger" onPress={() => setWish('stop')}>
            {texts.stop}
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
    <StatusBadge tone={isPaused ? 'warning' : 'success'}>{isPaused ? texts.paused : texts.running}</StatusBadge>
  );
  const limit = commandsPerMinute === null ? texts.noLimit : formatCount(commandsPerMinute);
  return [
    { term: texts.state, value: badge },
    ...(why === '' ? [] : [{ term: texts.why, value: why }]),
    ...(by === '' ? [] : [{ term: texts.by, value: by }]),
    ...(since === '' ? [] : [{ term: texts.since, value: formatTime(since) }]),
    { term: texts.limit, value: limit },
  ];
}

const comparisons: Readonly<Record<string, readonly ['info' | 'warning' | 'success', string]>> = {
  asking: ['info', texts.compareAsking],
  undecided: ['warning', texts.compareUndecided],
  done: ['success', texts.compareDone],
  unread: ['warning', texts.compareUnread],
};

function Comparison({ operations }: { readonly operations: Operations }): ReactNode {
  const { to } = useAddresses();
  const { reconcile, unread } = operations;
  const [tone, text] = comparisons[reconcile === 'done' && unread === 'yes' ? 'unread' : reconcile] ?? [];
  if (!tone) return null;
  const link = (
    <Link className={buttonClass({ size: 'small' })} to={to('operationsCompare')}>
      {texts.compareOpen}
    </Link>
  );
  return (
    <Notice tone={tone} title={texts.compare} actions={link}>
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
        title: texts.pause,
        message: texts.pauseText,
        tone: 'plain',
        run: async (reason, id) => change(reason, id).then(() => texts.pausedNow),
      };
    if (wish === 'resume')
      return {
        title: texts.resume,
        message: texts.resumeText,
        tone: 'plain',
        run: async (reason, id) => change(reason, id).then(() => texts.resumedNow),
      };
    return {
      title: texts.stop,
      message: texts.stopText,
      tone: 'danger',
      typedWord: texts.stopWord,
      run: async (reason) => {
        const { done } = await decideInSteps((after) =>
          api.call(calls.operationsDispatch, { dispatch, reason, cancelQueued: true, after }),
        );
        return texts.stoppedNow(formatCount(done));
      },
    };
  }, [api, wish]);
}

import { type ReactNode, useMemo, useState } from 'react';
import type { BodyOf, CallDefinition } from '@device-console/shared-lib/contract';
import { QueryNotice, type QueryState, useAnswer, useInvalidate } from '@device-console/shared-lib/console';
import { Notice } from '@device-console/shared-lib/ui';
import { type ChangeFailure, type ChangeListener, FailureNotice, useConfirm } from '../change/use-change.tsx';

/**
 * Reads a list on arrival and after each change, which also calls `also`. `ask` puts a change's question. `changes`
 * shows its result, and reads the list again if it was or may have been made.
 */
export function useList<Call extends CallDefinition>(call: Call, body: BodyOf<Call>, also?: () => void) {
  const { state, ask: refresh, refetch } = useAnswer(call, body);
  const invalidate = useInvalidate();
  /** The text of what was done, or why it was not. */
  const [lastChange, setLastChange] = useState<string | ChangeFailure | null>(null);
  const changes = useMemo<ChangeListener>(() => {
    const readAgain = (): void => {
      invalidate(call);
      also?.();
    };
    return {
      done: (text) => {
        setLastChange(text);
        readAgain();
      },
      failed: (failure) => {
        setLastChange(failure);
        if (failure.outcome !== 'not-sent') readAgain();
      },
    };
  }, [invalidate, call, also]);
  const { ask, dialog } = useConfirm(changes);
  return { state, refresh, refetch, lastChange, forget: () => setLastChange(null), changes, ask, dialog };
}

interface ListStateProps<Answer> {
  readonly list: Omit<ReturnType<typeof useList>, 'state'> & { readonly state: QueryState<Answer> };
  readonly fetching: string;
  /** Stays while the list is read again, and if that fails. */
  readonly children: (answer: Answer) => ReactNode;
}

/** A list with the question and the result of a change, and whether it could be loaded (U1, K1, D22). */
export function ListState<Answer>({ list, fetching, children }: ListStateProps<Answer>): ReactNode {
  const { state, refresh, lastChange, forget, dialog } = list;
  return (
    <>
      {typeof lastChange === 'string' && (
        <Notice tone="success" onDismiss={forget}>
          {lastChange}
        </Notice>
      )}
      {lastChange && typeof lastChange !== 'string' && <FailureNotice failure={lastChange} onDismiss={forget} />}
      <QueryNotice state={state} onRetry={refresh} fetching={fetching} />
      {state.last && children(state.last)}
      {dialog}
    </>
  );
}

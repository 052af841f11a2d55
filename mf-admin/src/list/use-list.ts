import { useMemo, useState } from 'react';
import type { AnswerOf, BodyOf, CallDefinition } from '@device-console/shared-lib/contract';
import { type QueryState, useAnswer } from '@device-console/shared-lib/console';
import type { LastChange } from '../change/change-notices.tsx';
import type { ChangeListener } from '../change/use-change.ts';

export interface ChangedList<Answer> {
  readonly state: QueryState<Answer>;
  readonly refresh: () => void;
  readonly lastChange: LastChange;
  readonly forget: () => void;
  /** Shows a change's result, and reads the list again if the change was or may have been made. */
  readonly changes: ChangeListener;
}

/** Reads a list on arrival and after each change, which also calls `also`. */
export function useList<Call extends CallDefinition>(
  call: Call,
  body: BodyOf<Call>,
  also?: () => void,
): ChangedList<AnswerOf<Call>> {
  const { state, ask: refresh } = useAnswer(call, body);
  const [lastChange, setLastChange] = useState<LastChange>({ status: 'nothing' });
  const changes = useMemo<ChangeListener>(
    () => ({
      done: (text) => {
        setLastChange({ status: 'done', text });
        refresh();
        also?.();
      },
      failed: (failure) => {
        setLastChange({ status: 'failed', failure });
        if (failure.outcome === 'not-sent') return;
        refresh();
        also?.();
      },
    }),
    [refresh, also],
  );
  return { state, refresh, lastChange, forget: () => setLastChange({ status: 'nothing' }), changes };
}

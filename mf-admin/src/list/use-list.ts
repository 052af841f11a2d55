import { useCallback, useState } from 'react';
import type { AnswerOf, BodyOf, CallDefinition } from '@device-console/shared-lib/contract';
import { type QueryState, useAnswer } from '@device-console/shared-lib/console';
import type { ChangeFailure } from '../change/change-failure.ts';
import type { LastChange } from '../change/change-notices.tsx';

/** A list of the server, and the notice about the last change to it. */
export interface ChangedList<Answer> {
  readonly state: QueryState<Answer>;
  readonly refresh: () => void;
  readonly lastChange: LastChange;
  readonly forget: () => void;
  /** Call after a change was made: shows the notice and reads the list again. */
  readonly done: (text: string) => void;
  /** Call after a change failed: shows the notice, and reads the list again if the change may have been made. */
  readonly failed: (failure: ChangeFailure) => void;
}

/** Reads a list on arrival and after each change, so that it shows what the server has. */
export function useList<Call extends CallDefinition>(call: Call, body: BodyOf<Call>): ChangedList<AnswerOf<Call>> {
  const { state, ask: refresh } = useAnswer(call, body);
  const [lastChange, setLastChange] = useState<LastChange>({ status: 'nothing' });

  const done = useCallback(
    (text: string): void => {
      setLastChange({ status: 'done', text });
      refresh();
    },
    [refresh],
  );
  const failed = useCallback(
    (failure: ChangeFailure): void => {
      setLastChange({ status: 'failed', failure });
      if (failure.outcome !== 'not-sent') refresh();
    },
    [refresh],
  );
  return { state, refresh, lastChange, forget: () => setLastChange({ status: 'nothing' }), done, failed };
}

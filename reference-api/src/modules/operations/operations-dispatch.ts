import { BusinessError } from '../../core/errors/expected-errors.ts';
import { putDispatch, putReconcile, putWait, readControl } from '../../core/store/dispatch.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { reconcileState } from './operations.ts';
import { answerOf, decideByFilter, recordDecision } from './operations-decide.ts';

const CALL = 'operationsDispatch.php';

const unresolved: Readonly<Record<string, string>> = {
  asking: 'The provider is still asked what it has of the commands of before the restore. Dispatch stays paused.',
  undecided:
    'Some commands of before the restore are undecided. Decide them under the comparison with the provider first.',
};

async function turn(context: CallContext, state: 'running' | 'paused', reason: string): Promise<void> {
  const { db, platform, actor } = context;
  await inTransaction(db, async (tx) => {
    const { dispatch: before, reconcile } = await readControl(tx);
    if (state === 'running') {
      const refusal = unresolved[await reconcileState(tx, reconcile)];
      if (refusal !== undefined) throw new BusinessError(refusal);
      await putReconcile(tx, undefined);
      await putWait(tx, undefined);
    }
    await putDispatch(tx, { state, why: reason, by: actor.email, at: isoTime(platform.clock.now()) });
    await recordDecision({ ...context, db: tx }, CALL, `Dispatch is ${state}. ${reason}`, {
      dispatch: before.state,
    });
  });
}

/** Pauses or resumes dispatch; stopping everything is a pause, and all that is unsent is cancelled. */
export const operationsDispatch: Service<'operationsDispatch'> = async (context, body) => {
  const { dispatch, reason, cancelQueued = false, after } = body;
  if (cancelQueued && dispatch === 'running')
    throw new BusinessError('Commands are cancelled only while dispatch is paused.');
  // Where a cancellation goes on, dispatch is paused already.
  if (after === undefined || after === '') await turn(context, dispatch, reason);
  if (!cancelQueued)
    return { ...answerOf({ done: 0, notDone: 0, items: [], next: '' }), message: `Dispatch is ${dispatch}.` };
  return answerOf(await decideByFilter(context, CALL, { decision: 'cancel', filter: {}, after, reason }));
};

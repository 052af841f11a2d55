import { type AnswerOf, calls } from '../contract/index.ts';
import { pagesOf } from '../data/pages.ts';

/** The answer of one step. */
export type DecidedStep = Pick<AnswerOf<typeof calls.operationsDecide>, 'done' | 'notDone' | 'next' | 'items'>;

/** The result of a decision on many commands. */
export interface DecidedCommands {
  readonly done: number;
  /** Commands examined and left as they are. */
  readonly notDone: number;
  /** Each reason once, in the server's words. */
  readonly reasons: readonly string[];
}

/**
 * Repeats a call that decides some thousands of commands at a time (`operationsDecide`; D17c) to its end, in order, and
 * adds up the answers. `step` gets the place to continue at, undefined at first. Rejects with a step's error, or
 * `RepeatedCursor`; earlier steps stay done.
 */
export async function decideInSteps(
  step: (after: string | undefined) => Promise<DecidedStep>,
): Promise<DecidedCommands> {
  let done = 0;
  let notDone = 0;
  const reasons = new Set<string>();
  const steps = pagesOf(step, { path: calls.operationsDecide.path, most: Infinity });
  for await (const answer of steps) {
    done += answer.done ?? 0;
    notDone += answer.notDone ?? answer.items.length;
    for (const { why } of answer.items) reasons.add(why);
  }
  return { done, notDone, reasons: [...reasons] };
}

import type { calls, AnswerOf } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { operationsMessages as texts } from './operations-messages.ts';

type Decided = AnswerOf<typeof calls.operationsDecide>;

/** What became of a decision: commands changed, and why others were not. */
export interface DecisionResult {
  readonly done: number;
  readonly left: readonly { readonly key: string; readonly why: string }[];
}

/** Repeats a call of many steps to its end, each step after the one before. */
export async function inSteps(step: (after: string | undefined) => Promise<Decided>): Promise<DecisionResult> {
  let done = 0;
  const left: { key: string; why: string }[] = [];
  for (let after: string | undefined; after !== '';) {
    const answer = await step(after);
    done += answer.done ?? 0;
    left.push(...answer.items);
    after = answer.next;
  }
  return { done, left };
}

/** What is said of a decision. */
export function decisionText({ done, left }: DecisionResult): string {
  const reasons = [...new Set(left.map(({ why }) => why))].join(' ');
  return [texts.done(formatCount(done)), left.length > 0 ? texts.notDoneOf(formatCount(left.length), reasons) : '']
    .filter((text) => text !== '')
    .join(' ');
}

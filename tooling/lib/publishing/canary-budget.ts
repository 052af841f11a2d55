// Decides whether a canary failed too often, from the reports of all operators' pages.

type CanaryFigures = { loads: number; failures: number; operators: number };

import { folderOfRelease } from './build-files.ts';
import type { FiguresAnswer } from '@device-console/shared-lib/contract';

/**
 * A canary is withdrawn once all three hold: at least `failures` failures; at least `operators` operators with
 * failures; more failures than `share` of the loads. So problems of a single browser withdraw nothing.
 */
export const defaultBudget = { failures: 5, operators: 2, share: 0.05 };

/** Zeros if nothing was reported. */
export function figuresOfCanary(
  { id, canary }: { id: string; canary: { baseUrl: string } },
  items: FiguresAnswer['items'],
): CanaryFigures {
  const release = folderOfRelease(canary.baseUrl);
  const found = items.find((item) => item.remote === id && item.source === 'canary' && item.release === release);
  return { loads: found?.loads ?? 0, failures: found?.failures ?? 0, operators: found?.operators ?? 0 };
}

export const isBeyond = ({ loads, failures, operators }: CanaryFigures, budget: typeof defaultBudget): boolean =>
  failures >= budget.failures && operators >= budget.operators && failures > budget.share * loads;

/** The reason in one sentence, for operators and the team. */
export const reasonOf = ({ loads, failures, operators }: CanaryFigures, hours: number): string =>
  `It failed ${failures} times for ${operators} ${operators === 1 ? 'operator' : 'operators'} in ${loads} loads ` +
  `within ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;

// When a canary has failed too often: judged by what all operators' pages have reported of it.

/**
 * Failures, of so many operators, beyond a share of the loads: all three, so that one browser's trouble withdraws
 * nothing.
 */
export const defaultBudget = { failures: 5, operators: 2, share: 0.05 };

const folderIn = (baseUrl) => new URL(baseUrl).pathname.split('/').at(-2);

/** What was reported of the canary of an entry: `{ loads, failures, operators }`. */
export function figuresOfCanary({ id, canary }, items) {
  const release = folderIn(canary.baseUrl);
  const found = items.find((item) => item.remote === id && item.source === 'canary' && item.release === release);
  return { loads: found?.loads ?? 0, failures: found?.failures ?? 0, operators: found?.operators ?? 0 };
}

/** True for a canary that is to be withdrawn. */
export const isBeyond = ({ loads, failures, operators }, budget) =>
  failures >= budget.failures && operators >= budget.operators && failures > budget.share * loads;

/** The reason in one sentence, for operators and the team. */
export const reasonOf = ({ loads, failures, operators }, hours) =>
  `It failed ${failures} times for ${operators} ${operators === 1 ? 'operator' : 'operators'} in ${loads} loads ` +
  `within ${hours} ${hours === 1 ? 'hour' : 'hours'}.`;

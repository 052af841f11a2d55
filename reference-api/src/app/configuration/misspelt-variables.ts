import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { Environment } from './secret-files.ts';
import { variableNames } from './variables.ts';

/** Shorter names resemble each other by chance. */
const SHORTEST = 6;
const MOST_SLIPS = 2;

/** Counts the letters that must be changed, added or removed to turn one text into another. */
function slipsBetween(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const now = [row + 1];
    for (const [column, wanted] of [...other].entries()) {
      const [replaced = 0, added = 0] = [before[column], before[column + 1]];
      now.push(Math.min(replaced + (letter === wanted ? 0 : 1), added + 1, (now[column] ?? 0) + 1));
    }
    before = now;
  }
  return before.at(-1) ?? 0;
}

/** Refuses variables that nearly match one of the API's: their setting would silently have no effect. */
export function refuseMisspelt(env: Environment): void {
  const known: ReadonlySet<string> = new Set(variableNames);
  const faults = Object.keys(env).flatMap((name) => {
    if (known.has(name) || name.length < SHORTEST || env[name] === undefined) return [];
    const meant = variableNames.find(
      (right) => right.length >= SHORTEST && slipsBetween(name.toUpperCase(), right) <= MOST_SLIPS,
    );
    return meant === undefined ? [] : [`${name} is no variable of the API, and nearly ${meant}. Correct its name.`];
  });
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'));
}

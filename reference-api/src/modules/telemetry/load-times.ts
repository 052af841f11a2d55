/**
 * Each step of time is so much longer than the one before, which keeps what is read from it within five in a hundred.
 */
const FACTOR = 1.1;

/** Loads of one step of time. */
interface StepLoads {
  readonly step: number;
  readonly loads: number;
}

/** The step of a load that took this many milliseconds. */
export function stepOf(milliseconds: number): number {
  return Math.round(Math.log(milliseconds + 1) / Math.log(FACTOR));
}

/** The longest time of a step, in whole milliseconds. */
export function longestOf(step: number): number {
  return Math.floor(FACTOR ** (step + 0.5) - 1);
}

/** Milliseconds within which that share of the loads was done, the steps being in order; null where there was none. */
export function loadTime(steps: readonly StepLoads[], share: number): number | null {
  const wanted = share * steps.reduce((total, { loads }) => total + loads, 0);
  let done = 0;
  for (const { step, loads } of steps) {
    done += loads;
    if (done >= wanted) return Math.round(FACTOR ** step - 1);
  }
  return null;
}

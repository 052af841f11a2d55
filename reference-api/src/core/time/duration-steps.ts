/** Each step of time is longer than the one before by this factor, so that times read from steps are within 5 %. */
const FACTOR = 1.1;

export function durationStep(milliseconds: number): number {
  return Math.round(Math.log(milliseconds + 1) / Math.log(FACTOR));
}

export function longestOf(step: number): number {
  return Math.floor(FACTOR ** (step + 0.5) - 1);
}

/** Returns the milliseconds within which a share of loads was done; null without loads. `steps` must be in order. */
export function durationWithin(steps: readonly { step: number; loads: number }[], share: number): number | null {
  const wanted = share * steps.reduce((total, { loads }) => total + loads, 0);
  let done = 0;
  for (const { step, loads } of steps) {
    done += loads;
    if (done >= wanted) return Math.round(FACTOR ** step - 1);
  }
  return null;
}

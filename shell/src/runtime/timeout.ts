import { BudgetExceeded } from '../remotes/remote-load-error.ts';

/** Rejects with BudgetExceeded after that many milliseconds, or never once aborted. */
export function timeout(milliseconds: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new BudgetExceeded()), milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Rejects with TimeoutError, or never once aborted. */
export function timeout(milliseconds: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError()), milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

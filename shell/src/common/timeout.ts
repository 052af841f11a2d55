/** No answer arrived in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Rejects with TimeoutError after that many milliseconds, or never once aborted. */
export function timeout(milliseconds: number, signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const timer = setTimeout(() => reject(new TimeoutError()), milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

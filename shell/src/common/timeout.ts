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

/** Calls back once; the returned function cancels it. */
export function after(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

const settled = new WeakSet<object>();

/** The error is already audited, or must not be. */
export function settle(error: unknown): void {
  if (typeof error === 'object' && error !== null) settled.add(error);
}

export function isSettled(error: unknown): boolean {
  return typeof error === 'object' && error !== null && settled.has(error);
}

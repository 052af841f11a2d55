const settled = new WeakSet<object>();

/** Marks an error as already audited, or as one that is not to be audited. */
export function settle(error: unknown): void {
  if (typeof error === 'object' && error !== null) settled.add(error);
}

export function isSettled(error: unknown): boolean {
  return typeof error === 'object' && error !== null && settled.has(error);
}

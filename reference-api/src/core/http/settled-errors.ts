const settled = new WeakSet<object>();

/** Marks an error as one whose call has its row in the audit, or is not to have one. */
export function settle(error: unknown): void {
  if (typeof error === 'object' && error !== null) settled.add(error);
}

export function isSettled(error: unknown): boolean {
  return typeof error === 'object' && error !== null && settled.has(error);
}

/** The handle of a reset request, kept in this browser; it does nothing without the secret of the mailed link (D18). */
const KEY = 'console:resetRequest';

export function storeResetToken(token: string): void {
  localStorage.setItem(KEY, token);
}

/** The kept handle; null when there is none. */
export function storedResetToken(): string | null {
  return localStorage.getItem(KEY) || null;
}

export function removeResetToken(): void {
  localStorage.removeItem(KEY);
}

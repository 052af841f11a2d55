import { ApiError } from '../api/index.ts';

/** What a failed call says to the operator: the server's own words where it refused, else `otherwise`. */
export function failureText(error: unknown, otherwise: string): string {
  const refused = error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'business');
  return refused ? error.message : otherwise;
}

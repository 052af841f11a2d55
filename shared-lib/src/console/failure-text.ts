import { ApiError } from '../api/index.ts';

/**
 * What a failure says to the operator: the server's own words where it refused a call, else `otherwise`, which is the
 * error's own message unless given.
 */
export function failureText(
  error: unknown,
  otherwise: string = error instanceof Error ? error.message : String(error),
): string {
  const refused = error instanceof ApiError && (error.kind === 'forbidden' || error.kind === 'business');
  return refused ? error.message : otherwise;
}

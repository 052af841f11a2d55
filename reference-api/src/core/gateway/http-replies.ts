import type { GatewayReply } from './device-gateway.ts';
import { wasNotSent } from './not-sent.ts';

export type GatewayFailure = Exclude<GatewayReply<never>, { kind: 'answered' }>;

/** The longest answer that a gateway reads. */
export const ANSWER_BYTES = 4 * 1024 * 1024;
/** The longest wait that a provider can request. */
const LONGEST_RETRY_AFTER = 60 * 60_000;

/** TLS errors about a provider, or a provider's about this deployment's certificate. */
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/;

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'cause' in error ? codeOf(error.cause) : '';
}

/** Milliseconds, of a header with seconds or a date. */
export function retryAfterOf(header: unknown): number | undefined {
  if (typeof header !== 'string') return undefined;
  const wanted = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(wanted) ? Math.min(Math.max(0, wanted), LONGEST_RETRY_AFTER) : undefined;
}

/** Of a request without an answer; `who` begins the sentence. */
export function failureOfError(
  error: unknown,
  who: string,
  what: string,
): Extract<GatewayFailure, { surelyNotTaken: boolean }> {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : String(error);
  const reason = `${who} could not be reached for ${what}: ${code || text}`;
  if (TLS.test(code)) return { kind: 'misconfigured', reason, surelyNotTaken: true };
  return { kind: 'unreachable', reason, surelyNotTaken: wasNotSent(error) };
}

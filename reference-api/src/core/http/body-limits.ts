import { calls, limits, type CallName } from '@device-console/shared-lib/contract';

/** Most bytes of the body of a call that anybody may make: an address and a password. */
const ANONYMOUS_BODY_BYTES = 16 * 1024;

/** Bytes of a form around its file. */
const FORM_BYTES = 64 * 1024;

/** Most bytes of an uploaded form. */
export const FORM_BODY_BYTES = limits.batchFileBytes + FORM_BYTES;

/** Most bytes of the provider's callback: 500 outcomes with their reasons. */
export const CALLBACK_BODY_BYTES = 1024 * 1024;

/** Those of calls that are not like all others. */
const own: Readonly<Partial<Record<CallName, number>>> = {
  updateCommandOnServer: limits.listBodyBytes,
  batchItems: limits.chunkBodyBytes,
};

/** Most bytes of a call's body. */
export function bodyLimitOf(name: CallName): number {
  return own[name] ?? (calls[name].auth === 'none' ? ANONYMOUS_BODY_BYTES : limits.bodyBytes);
}

import { calls, limits, type CallName } from '@device-console/shared-lib/contract';

/** For calls that anybody may make: an address and a password. */
const ANONYMOUS_BODY_BYTES = 16 * 1024;

/** Bytes of a form besides its file. */
const FORM_BYTES = 64 * 1024;

export const FORM_BODY_BYTES = limits.batchFileBytes + FORM_BYTES;

/** 500 outcomes with their reasons. */
export const CALLBACK_BODY_BYTES = 1024 * 1024;

const own: Readonly<Partial<Record<CallName, number>>> = {
  updateCommandOnServer: limits.listBodyBytes,
  batchItems: limits.chunkBodyBytes,
};

export function bodyLimitOf(name: CallName): number {
  return own[name] ?? (calls[name].auth === 'none' ? ANONYMOUS_BODY_BYTES : limits.bodyBytes);
}

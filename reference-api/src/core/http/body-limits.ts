import { limits } from '@device-console/shared-lib/contract';

/** Bytes of a form besides its file. */
const FORM_BYTES = 64 * 1024;

export const FORM_BODY_BYTES = limits.batchFileBytes + FORM_BYTES;

/** 500 outcomes with their reasons. */
export const CALLBACK_BODY_BYTES = 1024 * 1024;

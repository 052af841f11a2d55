import type { Command } from '@device-console/shared-lib/contract';

/** True for the rows of the command table that this screen can serve whole: one IMEI or a file of them, plain results. */
export function isSupported({ form, batch }: Command): boolean {
  return form === 'imei' && batch?.rowAction === undefined;
}

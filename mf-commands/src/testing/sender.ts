import type { Command } from '@device-console/shared-lib/contract';

/** Somebody from whom the server takes a command: what is for one role it refuses to all others. */
export function senderOf({ roles }: Command): { readonly userlevel: string } {
  return { userlevel: roles?.[0] ?? 'ADMIN' };
}

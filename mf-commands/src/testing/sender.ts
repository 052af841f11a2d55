import type { Command } from '@device-console/shared-lib/contract';

/** Somebody from whom the server takes a command: what is for one role it refuses to all others. */
export const senderOf = ({ roles }: Command): { readonly userlevel: string } => ({ userlevel: roles?.[0] ?? 'ADMIN' });

import type { Command } from '@device-console/shared-lib/contract';

/** May send the command: those for one role are refused to all others. */
export const senderOf = ({ roles }: Command): { readonly userlevel: string } => ({ userlevel: roles?.[0] ?? 'ADMIN' });

import { BusinessError } from '../errors/expected-errors.ts';
import { findAccountById } from '../store/accounts.ts';
import { findUsableKey } from '../store/api-keys.ts';
import type { Approval } from '../store/approvals.ts';
import { permissionNamesOf } from '../store/permissions.ts';
import { isoTime } from '../time/clock.ts';
import type { Actor, CallContext } from './context.ts';

/**
 * Who asked for a command, with the rights of now (C13). Throws BusinessError where the account may not log in any
 * more, or its API key opens nothing any more.
 */
export async function askerOf(
  { db, platform }: CallContext,
  { account_id: accountId, via, credential_id: credentialId }: Approval,
): Promise<Actor> {
  const account = await findAccountById(db, accountId);
  if (account?.status !== 'ACTIVE')
    throw new BusinessError('The account of who asked is disabled or deleted. Nothing was sent.');
  const common = {
    accountId,
    email: account.email,
    userlevel: account.role,
    permissions: await permissionNamesOf(db, accountId),
    credentialId,
    // He proved who he is when he asked.
    hasFactor: false,
  };
  if (via === 'session') return { ...common, via, opens: 'all' };
  const key = await findUsableKey(db, credentialId, isoTime(platform.clock.now()));
  if (!key) throw new BusinessError('The API key that asked opens nothing any more. Nothing was sent.');
  const bounds = { commands: key.commands?.split(','), perMinute: key.per_minute ?? undefined };
  return { ...common, via, opens: key.opens, bounds };
}

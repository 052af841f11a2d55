import { BusinessError } from '../../core/errors/expected-errors.ts';
import { updateAccount, type Account } from '../../core/store/accounts.ts';
import { readUse } from '../budgets/command-budgets.ts';
import { closePasswordResets } from '../../core/store/password-resets.ts';
import { isoTime } from '../../core/time/clock.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { letInMail, mailInvitation } from '../people/invitations.ts';
import { whyNoPassword } from '../../core/accounts/account-passwords.ts';
import { withdrawAccess } from '../../core/accounts/withdraw-access.ts';

const ENABLED = 'User is ACTIVE now';

/**
 * Lets the owner of a contained account in again: by a mailed link to choose a password, or by single sign-on if that
 * is the only way (S36). Earlier credentials and links do not work again.
 */
export async function letIn(context: CallContext, account: Account): Promise<string> {
  const { db, platform, actor } = context;
  if (actor.userlevel !== 'SUPERADMIN')
    throw new BusinessError('A superadmin has contained this account. Only a superadmin can let it in again.');
  const needsPassword = whyNoPassword(platform, account.role) === undefined;
  if (needsPassword && !platform.mailsPeople)
    throw new BusinessError(
      'This server sends no mails, so the owner cannot choose a password. Delete the account, and add the user again.',
    );
  const at = isoTime(platform.clock.now());
  await withdrawAccess(context, account.id, 'contained', at);
  await closePasswordResets(db, account.id, at);
  await updateAccount(
    db,
    account.id,
    { status: 'ACTIVE', contained_at: null, invited_at: needsPassword ? at : null },
    at,
  );
  if (needsPassword) await mailInvitation(context, account, letInMail(actor.email));
  const { pausedAt } = await readUse(db, account.id, platform.clock.now());
  return [
    ENABLED,
    ...(needsPassword ? [`A link to choose a password is on its way to ${account.email}`] : []),
    ...(pausedAt !== null ? ['Sending is still paused; lift the pause under Operations'] : []),
  ].join('. ');
}

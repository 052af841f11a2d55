import { commandList, mayAccess, type CallAccess, type Command } from '@device-console/shared-lib/contract';
import { accessOfCall, accessOfCommand, commandOfBody } from '@device-console/shared-lib/contract/server';
import { MalformedRequest, NotAuthorised, AuthorizationFailed } from '../errors/request-errors.ts';
import type { Actor } from './context.ts';
import type { Database } from '../store/store.ts';

const withoutRight = ({ permissions }: Actor) =>
  new NotAuthorised(permissions, 'the account lacks the role or permission');

/** Throws NotAuthorised for a call outside the kind of the actor's API key (D21, D21b). */
function requireOpen({ opens, permissions }: Actor, access: CallAccess): void {
  if (opens === 'commands' && access !== 'command')
    throw new NotAuthorised(permissions, 'an API key opens the command calls only');
  if (opens === 'figures' && access !== 'figures')
    throw new NotAuthorised(permissions, "this API key opens the platform's figures only");
}

/** An API key may be limited to some commands (K2). */
function isWithinBounds({ bounds }: Actor, command: Command): boolean {
  return bounds?.commands === undefined || bounds.commands.includes(command.id);
}

/** Throws NotAuthorised unless the actor may send one of the commands. */
export function requireCommandAccess(actor: Actor, commands: readonly Command[]): void {
  requireOpen(actor, 'command');
  const permitted = commands.filter((command) => mayAccess(actor, accessOfCommand(command)));
  if (permitted.length === 0) throw withoutRight(actor);
  if (!permitted.some((command) => isWithinBounds(actor, command)))
    throw new NotAuthorised(actor.permissions, 'the API key was not made for this command');
}

export function requireAccess(actor: Actor, access: CallAccess, body: unknown): void {
  requireOpen(actor, access);
  const asked = accessOfCall(access, body);
  if (!asked) throw new MalformedRequest('The request names no command that exists; check its action or statusOf.');
  const command = access === 'command' ? commandOfBody(body) : undefined;
  if (command) requireCommandAccess(actor, [command]);
  else if (!mayAccess(actor, asked)) throw withoutRight(actor);
}

/** Whatever the body; for a command's call, if the actor may send none. Throws NotAuthorised. */
export function requireSomeAccess(actor: Actor, access: CallAccess): void {
  if (access === 'command') requireCommandAccess(actor, commandList);
  else requireAccess(actor, access, {});
}

/** Such an actor may also take over and read the command's batches (D17a, D17b). */
export function maySend(actor: Actor, command: Command): boolean {
  return mayAccess(actor, accessOfCommand(command)) && isWithinBounds(actor, command);
}

/** A body that names nobody is the token's account's; nobody else may be named (W4, D9). */
export function requireOwnUser(actor: Actor, user: string | undefined): void {
  if (user === undefined) return;
  if (user.trim().toLowerCase() !== actor.email)
    throw new NotAuthorised(actor.permissions, 'the body names another user than the token');
}

/**
 * Refuses a call whose access was taken away since it was admitted: whoever takes it away comes after all that the call
 * writes, or nothing is written (K3, S33). Holds account and credential until the transaction ends. Call it in the
 * writing transaction, before it holds anything but the order of account changes.
 */
export async function requireCredential(
  db: Database,
  { via, credentialId }: Pick<Actor, 'via' | 'credentialId'>,
): Promise<void> {
  const account = db.selectFrom('accounts').select('accounts.id').where('accounts.status', '=', 'ACTIVE').forKeyShare();
  const held =
    via === 'session'
      ? account
          .innerJoin('sessions', 'sessions.account_id', 'accounts.id')
          .where('sessions.id', '=', credentialId)
          .where('sessions.revoked_at', 'is', null)
      : account
          .innerJoin('api_keys', 'api_keys.account_id', 'accounts.id')
          .where('api_keys.id', '=', credentialId)
          .where('api_keys.status', '=', 'active')
          .where('api_keys.revoked_at', 'is', null);
  if (!(await held.executeTakeFirst()))
    throw new AuthorizationFailed('the access was taken away while the call was under way');
}

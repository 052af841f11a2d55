import { commandByAction, commandByStatusOf, mayAccess, type Access, type CallAccess, type Command } from '@device-console/shared-lib/contract';
import { MalformedRequest, NotAuthorised } from '../http/request-errors.ts';
import type { Actor } from './context.ts';

/** What a command asks of its sender: its permission, or its role (D9). */
function accessOfCommand(command: Command): Access {
  return { permission: command.permission, roles: command.roles };
}

/** The command that a body names by `action` or `statusOf`; undefined when it names none that exists. */
function commandOfBody(body: unknown): Command | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('action' in body && typeof body.action === 'string') return commandByAction(body.action)?.command;
  if ('statusOf' in body && typeof body.statusOf === 'string') return commandByStatusOf(body.statusOf);
  return undefined;
}

function accessOf(access: CallAccess, body: unknown): Access {
  if (access === 'anyone' || access === 'session') return {};
  if (access !== 'command') return access;
  const command = commandOfBody(body);
  if (!command) throw new MalformedRequest('The request names no command that exists; check its action or statusOf.');
  return accessOfCommand(command);
}

/** Lets an actor make a call, or throws NotAuthorised. API keys open the command calls only (D21). */
export function requireAccess(actor: Actor, access: CallAccess, body: unknown): void {
  if (actor.via === 'key' && access !== 'command') throw new NotAuthorised(actor.permissions, 'an API key opens the command calls only');
  if (!mayAccess(actor, accessOf(access, body))) throw new NotAuthorised(actor.permissions, 'the account lacks the role or permission');
}

/** As {@link requireAccess}, for a call that belongs to one command. */
export function requireCommandAccess(actor: Actor, command: Command): void {
  if (!mayAccess(actor, accessOfCommand(command))) throw new NotAuthorised(actor.permissions, 'the account lacks the role or permission');
}

/** Refuses a body that names another acting user than the token's (W4, D9). An API key need not name one. */
export function requireOwnUser(actor: Actor, user: string | undefined): void {
  if (user === undefined && actor.via === 'key') return;
  if (user?.trim().toLowerCase() !== actor.email) throw new NotAuthorised(actor.permissions, 'the body names another user than the token');
}

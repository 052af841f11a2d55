import type { CallAccess } from './calls/call-definition.ts';
import { commandByAction, commandByStatusOf, type Command } from './commands/commands.ts';
import type { Access } from './permissions.ts';

/** Access to a command: its permission, or its role (D9). */
export const accessOfCommand = (command: Command): Access => ({ permission: command.permission, roles: command.roles });

/** The command that a call's body names by `action` or `statusOf`; undefined if none. */
export function commandOfBody(body: unknown): Command | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  if ('action' in body && typeof body.action === 'string') return commandByAction(body.action)?.command;
  if ('statusOf' in body && typeof body.statusOf === 'string') return commandByStatusOf(body.statusOf);
  return undefined;
}

/**
 * The access that a call needs (D9, D21), for `mayAccess()`: for a command's call the command's; null if it has none.
 */
export function accessOfCall(access: CallAccess, body: unknown): Access | null {
  if (access === 'anyone' || access === 'session') return {};
  if (access === 'figures') return { roles: ['SUPERADMIN'] };
  if (access !== 'command') return access;
  const command = commandOfBody(body);
  return command ? accessOfCommand(command) : null;
}

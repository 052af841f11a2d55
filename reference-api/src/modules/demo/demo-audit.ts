import { calls, commandByAction } from '@device-console/shared-lib/contract';
import type { Insertable } from 'kysely';
import type { AuditTable } from '../../core/store/schema-audit.ts';
import type { CommandTable } from '../../core/store/schema.ts';

/** The call that a command of the history came by. */
function callOf({ interface: from, action }: Insertable<CommandTable>): string {
  const command = commandByAction(action)?.command;
  if (!command) throw new Error(`The demo's history has the action ${action}, which no command has.`);
  return calls[from === 'B' ? (command.batch?.dispatch ?? command.send) : command.send].path;
}

/** What the audit of operators has kept of the history's commands, in their order (D17). */
export function demoAudit(commands: readonly Insertable<CommandTable>[]): Insertable<AuditTable>[] {
  return commands.map((command) => ({
    at: command.created_at,
    account_id: command.account_id,
    email: command.user_email,
    via: command.interface === 'A' ? 'key' : 'session',
    call: callOf(command),
    action: command.action,
    imei: command.imei,
    outcome: 'success',
    detail: JSON.stringify({
      ...(command.filename === '' ? {} : { filename: command.filename }),
      message: commandByAction(command.action)?.command.successText ?? '',
    }),
    transaction_id: command.transaction_id,
    address: '192.0.2.10',
  }));
}

import {
  calls,
  commandByAction,
  commandList,
  mayAccess,
  type Command,
  type CommandVariant,
  type Holder,
} from '@device-console/shared-lib/contract';
import { accessOfCommand } from '@device-console/shared-lib/contract/server';
import type { Insertable } from 'kysely';
import type { AuditTable, CommandTable } from '../../core/store/schema.ts';

/** Who sent the commands of the history. */
export interface Sender extends Holder {
  readonly id: number;
  readonly email: string;
}

/** A command in one of its variants. */
export interface Entry {
  readonly command: Command;
  readonly variant: CommandVariant;
}

/** Every variant of the commands that fit. */
export function entriesOf(fits: (command: Command) => boolean): readonly Entry[] {
  return commandList.filter(fits).flatMap((command) => command.variants.map((variant) => ({ command, variant })));
}

/** One of the accounts that may send a command. Throws where none may. */
export function senderOf(senders: readonly Sender[], { command }: Entry, index: number): Sender {
  const allowed = senders.filter((sender) => mayAccess(sender, accessOfCommand(command)));
  const sender = allowed[index % Math.max(allowed.length, 1)];
  if (!sender) throw new Error(`No demo account may send ${command.title}.`);
  return sender;
}

/** A UUID that is the same in every demo database; `kind` keeps the series apart. */
export function demoUuid(kind: number, index: number): string {
  return `00000000-0000-4000-8${String(kind).padStart(3, '0')}-${String(index).padStart(12, '0')}`;
}

export type CommandRow = Insertable<CommandTable>;

type Sent = Pick<CommandRow, 'imei' | 'interface' | 'transaction_id'> &
  Partial<Pick<CommandRow, 'filename' | 'batch_id' | 'reason'>>;

/** A command as the server keeps it; one that is `sent` waits for its phone until `dueAt`. */
export function commandRow(
  sender: Sender,
  { variant }: Entry,
  sent: Sent,
  at: string,
  state: 'acknowledged' | 'failed' | { readonly dueAt: string } = 'acknowledged',
): CommandRow {
  const waits = typeof state === 'object';
  return {
    filename: '',
    batch_id: null,
    reason: '',
    ...sent,
    account_id: sender.id,
    user_email: sender.email,
    action: variant.action,
    reported_as: variant.reportedAs,
    report: variant.report,
    payload: '{}',
    status: waits ? 'sent' : state,
    failure: state === 'failed' ? 'The phone was out of reach.' : '',
    attempts: 0,
    next_attempt_at: waits ? state.dueAt : at,
    claimed_until: null,
    created_at: at,
    updated_at: at,
  };
}

/** What the audit of operators has kept of a command of the history (D17). */
export function auditRow(command: CommandRow): Insertable<AuditTable> {
  const { created_at: at, account_id, user_email: email, interface: from, action, imei, filename } = command;
  const sent = commandByAction(action)?.command;
  if (!sent) throw new Error(`The demo's history has the action ${action}, which no command has.`);
  return {
    ...{ at, account_id, email, action, imei },
    via: from === 'A' ? 'key' : 'session',
    call: calls[from === 'B' ? (sent.batch?.dispatch ?? sent.send) : sent.send].path,
    outcome: 'success',
    detail: JSON.stringify({ ...(filename === '' ? {} : { filename }), message: sent.successText }),
    transaction_id: command.transaction_id,
    address: '192.0.2.10',
  };
}

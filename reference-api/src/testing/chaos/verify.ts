import { sql } from 'kysely';
import type { CommandRow } from '../../core/store/commands.ts';
import { rowsOf } from '../rows.ts';
import type { ChaosDeployment } from './deployment.ts';
import type { Asked } from './operators.ts';

const isInOrder = (ids: readonly number[]) => ids.every((id, index) => id >= (ids[index - 1] ?? 0));

function* wrongOfAsked(asked: readonly Asked[], rows: readonly CommandRow[]): Generator<string> {
  for (const { transactionId, imei, action, answer } of asked) {
    const own = rows.filter((row) => row.transaction_id === transactionId);
    const name = `${action} of ${imei} (${transactionId}), answered "${answer ?? 'nothing'}",`;
    if (answer === 'taken' && own.length === 0) yield `${name} is lost`;
    if (answer === 'refused') yield `${name} was to be taken`;
    if (own.length > 1) yield `${name} is there ${own.length} times`;
    if (own.some((row) => row.imei !== imei || row.action !== action)) yield `${name} is there as another`;
  }
  const ids = new Set(asked.map(({ transactionId }) => transactionId));
  for (const row of rows)
    if (!ids.has(row.transaction_id)) yield `${row.action} of ${row.imei} was asked for by nobody`;
}

/** Commands that an operator sends one after the other must be stored in this order. */
function* wrongOfOrder(asked: readonly Asked[], rows: readonly CommandRow[]): Generator<string> {
  const numbers = new Map(rows.map((row) => [row.transaction_id, row.id]));
  for (const stream of new Set(asked.flatMap((one) => one.stream ?? []))) {
    const sent = asked.filter((one) => one.stream === stream && one.answer === 'taken');
    const stored = sent.map(({ transactionId }) => numbers.get(transactionId) ?? 0);
    if (!isInOrder(stored)) yield `commands that were sent one after the other are stored as ${stored.join(', ')}`;
  }
}

/** Compares commands with what the console shows, by transactionId, and with the audit. */
function* wrongOfRecords(
  rows: readonly CommandRow[],
  shown: ReadonlyMap<string, string>,
  audited: readonly Pick<CommandRow, 'transaction_id'>[],
): Generator<string> {
  for (const { transaction_id: id, status } of rows) {
    if (shown.get(id) !== status) yield `${id} is ${status} and shown as ${shown.get(id) ?? 'nothing'}`;
    const audits = audited.filter((one) => one.transaction_id === id).length;
    if (audits !== 1) yield `${id} has ${audits} audit rows`;
  }
}

/**
 * Returns what is not as promised after a run, in sentences; nothing if all is well. `shown` is what the console shows,
 * by transactionId.
 */
export async function wrongIn(
  { store, phones }: Pick<ChaosDeployment, 'store' | 'phones'>,
  imeis: readonly string[],
  asked: readonly Asked[],
  shown: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const rows = (await rowsOf(store, 'commands')).filter(({ imei }) => imeis.includes(imei));
  const audited = await rowsOf(store, 'audit_log', { outcome: 'success' });
  const takenBack = await sql<{ command_id: number }>`select command_id from chaos_taken_back`.execute(store.db);
  return [
    ...phones.wrongOf(rows, imeis),
    ...wrongOfRecords(rows, shown, audited),
    ...takenBack.rows.map(({ command_id }) => `command ${command_id} was acknowledged before`),
    ...wrongOfAsked(asked, rows),
    ...wrongOfOrder(asked, rows),
  ];
}

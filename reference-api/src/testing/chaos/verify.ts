import { sql } from 'kysely';
import { commandKey } from '../../core/gateway/provider-protocol.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import type { KeptCommand } from '../provider/provider-state.ts';
import type { ChaosDeployment } from './deployment.ts';
import type { Asked } from './operators.ts';

const closed = new Set(['acknowledged', 'failed', 'expired', 'cancelled']);

/** Compares a command with what its phone did, with what the console shows, and with the audit. */
function* wrongOfRow(row: CommandRow, executions: number, audits: number, shown = 'nothing'): Generator<string> {
  const name = `${row.action} of ${row.imei} (${row.transaction_id}), ${row.status} "${row.failure}",`;
  if (!closed.has(row.status)) yield `${name} has no outcome`;
  if (executions !== (row.status === 'acknowledged' ? 1 : 0)) yield `${name} was carried out ${executions} times`;
  if (audits !== 1) yield `${name} has ${audits} audit rows`;
  if (shown !== row.status) yield `${name} is shown as ${shown}`;
}

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

/** Each phone's commands must reach the provider in the order in which they were stored, and be stored as sent. */
function* wrongOfOrder(
  asked: readonly Asked[],
  rows: readonly CommandRow[],
  kept: readonly KeptCommand[],
): Generator<string> {
  const numbers = new Map(rows.flatMap((row) => [[commandKey(row), row.id] as const, [row.transaction_id, row.id]]));
  for (const imei of new Set(rows.map((row) => row.imei))) {
    const taken = kept.flatMap((one) => (one.imei === imei ? [numbers.get(one.key) ?? 0] : []));
    if (taken.some((id, index) => id < (taken[index - 1] ?? 0)))
      yield `the provider had the commands of ${imei} as ${taken.join(', ')}`;
  }
  for (const stream of new Set(asked.flatMap((one) => one.stream ?? []))) {
    const sent = asked.filter((one) => one.stream === stream && one.answer === 'taken');
    const stored = sent.map(({ transactionId }) => numbers.get(transactionId) ?? 0);
    if (stored.some((id, index) => id < (stored[index - 1] ?? 0)))
      yield `commands that were sent one after the other are stored as ${stored.join(', ')}`;
  }
}

/**
 * Returns what is not as promised after a run, in sentences; nothing if all is well. `shown` is what the console shows,
 * by transactionId.
 */
export async function wrongIn(
  { store: { db }, provider }: Pick<ChaosDeployment, 'store' | 'provider'>,
  imeis: readonly string[],
  asked: readonly Asked[],
  shown: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const rows = await db.selectFrom('commands').selectAll().where('imei', 'in', imeis).orderBy('id').execute();
  const ids = [...rows.map((row) => row.transaction_id), ''];
  const audits = await db
    .selectFrom('audit_log')
    .select('transaction_id')
    .where('transaction_id', 'in', ids)
    .where('outcome', '=', 'success')
    .execute();
  const takenBack = await sql<{ command_id: number }>`select command_id from chaos_taken_back`.execute(db);
  const kept = [...provider.state.commands.values()].filter(({ imei }) => imeis.includes(imei));
  const ours = new Set(rows.map((row) => commandKey(row)));
  return [
    ...rows.flatMap((row) => {
      const executions = kept.find(({ key }) => key === commandKey(row))?.executions ?? 0;
      const audited = audits.filter(({ transaction_id }) => transaction_id === row.transaction_id).length;
      return [...wrongOfRow(row, executions, audited, shown.get(row.transaction_id))];
    }),
    ...takenBack.rows.map(({ command_id }) => `command ${command_id} was acknowledged before`),
    ...kept.flatMap(({ key, imei }) =>
      ours.has(key) ? [] : [`the provider has ${key} of ${imei}, which is not ours`],
    ),
    ...wrongOfAsked(asked, rows),
    ...wrongOfOrder(asked, rows, kept),
  ];
}

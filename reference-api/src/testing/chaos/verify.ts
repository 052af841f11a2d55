import { commandKey } from '../../core/gateway/provider-protocol.ts';
import type { CommandRow } from '../../core/store/commands.ts';
import type { Store } from '../../core/store/store.ts';
import type { Provider } from '../provider/provider.ts';
import type { KeptCommand } from '../provider/provider-state.ts';
import { changesFrom } from './deployment.ts';
import type { Asked } from './operators.ts';

/** Everything that is known of a run after it. */
export interface RunRecord {
  readonly asked: readonly Asked[];
  /** Commands of the run's phones, in order. */
  readonly rows: readonly CommandRow[];
  /** The provider's commands of these phones, in the order in which it took them. */
  readonly kept: readonly KeptCommand[];
  /** Number of audit rows that report success, by transactionId. */
  readonly audited: ReadonlyMap<string, number>;
  /** Commands that were acknowledged once and later had another state. */
  readonly takenBack: ReadonlySet<number>;
  /** Commands that were acknowledged at any time. */
  readonly everAcknowledged: ReadonlySet<number>;
  /** What the console shows, by transactionId. */
  readonly shown: ReadonlyMap<string, string>;
}

/** Collects the record of a run from the database and the provider. */
export async function gather(
  { store, provider }: { readonly store: Store; readonly provider: Provider },
  imeis: readonly string[],
  asked: readonly Asked[],
  shown: ReadonlyMap<string, string>,
): Promise<RunRecord> {
  const { db } = store;
  const rows = await db
    .selectFrom('commands')
    .selectAll()
    .where('imei', 'in', [...imeis])
    .orderBy('id')
    .execute();
  const ids = [...new Set([...rows.map((row) => row.transaction_id), ...asked.map((one) => one.transactionId)])];
  const audits = await db
    .selectFrom('audit_log')
    .select('transaction_id')
    .where('transaction_id', 'in', ids)
    .where('outcome', '=', 'success')
    .execute();
  const audited = new Map<string, number>();
  for (const { transaction_id } of audits) audited.set(transaction_id, (audited.get(transaction_id) ?? 0) + 1);
  const changes = await changesFrom(store, rows[0]?.id ?? 0);
  return {
    asked,
    rows,
    kept: [...provider.state.commands.values()].filter(({ imei }) => imeis.includes(imei)),
    audited,
    takenBack: new Set(changes.flatMap((one) => (one.before === 'acknowledged' ? [one.command_id] : []))),
    everAcknowledged: new Set(changes.flatMap((one) => (one.after === 'acknowledged' ? [one.command_id] : []))),
    shown,
  };
}

const closed = new Set(['acknowledged', 'failed', 'expired', 'cancelled']);

function* wrongOfRow(row: CommandRow, record: RunRecord, executions: number): Generator<string> {
  const name = `${row.action} of ${row.imei} (${row.transaction_id}), ${row.status} "${row.failure}",`;
  const wanted = row.status === 'acknowledged' ? 1 : 0;
  if (!closed.has(row.status)) yield `${name} has no outcome`;
  if (executions !== wanted) yield `${name} was carried out ${executions} times`;
  if (record.takenBack.has(row.id)) yield `${name} was acknowledged before`;
  if (record.everAcknowledged.has(row.id) && executions === 0) yield `${name} was said to be acknowledged`;
  if (record.audited.get(row.transaction_id) !== 1)
    yield `${name} has ${record.audited.get(row.transaction_id) ?? 0} audit rows`;
  const shown = record.shown.get(row.transaction_id);
  if (shown !== row.status) yield `${name} is shown as ${shown ?? 'nothing'}`;
}

function* wrongOfAsked({ asked, rows }: RunRecord): Generator<string> {
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

function* wrongOfOrder({ asked, rows, kept }: RunRecord): Generator<string> {
  const numbers = new Map(rows.map((row) => [commandKey(row), row.id]));
  for (const imei of new Set(rows.map((row) => row.imei))) {
    const taken = kept.flatMap((one) => (one.imei === imei ? [numbers.get(one.key) ?? 0] : []));
    if (taken.some((id, index) => id < (taken[index - 1] ?? 0)))
      yield `the provider had the commands of ${imei} as ${taken.join(', ')}`;
  }
  // Commands that an operator sends one after the other must be stored in this order.
  for (const [index, { imei, transactionId, stream, answer }] of asked.entries()) {
    const before = asked.slice(0, index).findLast((one) => one.stream === stream && one.answer === 'taken');
    if (stream === undefined || answer !== 'taken' || !before) continue;
    const idOf = (id: string) => rows.find((row) => row.transaction_id === id)?.id ?? 0;
    if (idOf(before.transactionId) > idOf(transactionId)) yield `a later command of ${imei} is before ${transactionId}`;
  }
}

/** Returns what is not as promised, in sentences; nothing if all is well. */
export function wrongIn(record: RunRecord): readonly string[] {
  const { rows, kept } = record;
  const executions = new Map(kept.map((one) => [one.key, one.executions]));
  const ours = new Set(rows.map((row) => commandKey(row)));
  return [
    ...rows.flatMap((row) => [...wrongOfRow(row, record, executions.get(commandKey(row)) ?? 0)]),
    ...kept.flatMap((one) =>
      ours.has(one.key) ? [] : [`the provider has ${one.key} of ${one.imei}, which is not ours`],
    ),
    ...wrongOfAsked(record),
    ...wrongOfOrder(record),
  ];
}

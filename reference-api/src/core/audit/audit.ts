import { sql, type Insertable } from 'kysely';
import { isoTime } from '../time/clock.ts';
import type { AnonymousContext, AuditedActor, Before } from '../calls/context.ts';
import { givenRows, insertedAs } from '../store/given-rows.ts';
import type { Schema } from '../store/schema.ts';
import type { Database } from '../store/store.ts';

/** Marks a call that the server failed at; not an answer. */
export const SERVER_FAILED = 'The server failed.';

export type AuditEntry = Omit<Insertable<Schema['audit_log']>, 'id'>;

/** Characters of a value in the details, of its name, and the number of values. */
const VALUE_LENGTH = 500;
const NAME_LENGTH = 50;
const VALUES = 12;

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length <= VALUE_LENGTH ? value : `${text.slice(0, VALUE_LENGTH)}… (${text.length} characters)`;
}

/** Not in the details: personal data, what has a column of its own, and what says nothing about the action. */
const WITHHELD = new Set([
  'user',
  'message',
  'header',
  'imeilist',
  'imei',
  'imei1',
  'action',
  'email',
  'phone',
  'cursor',
  'limit',
  'items',
  'run',
  'row',
]);
/** Fields that may hold a secret, in any call. */
const SECRET_FIELD = /pass|token|secret|ticket|code|handle|^key$/i;
/** Characters of a sentence: a caller can make an answer repeat their text. */
const MESSAGE_LENGTH = 500;
/** Characters of a name, for the same reason. */
const SUBJECT_LENGTH = 200;
/** Characters of a transactionId and of an address: kept of a large body before any of it is read. */
const ID_LENGTH = 64;

interface AuditedCall {
  readonly at: string;
  readonly actor: AuditedActor;
  readonly call: string;
  readonly body?: unknown;
  readonly outcome?: AuditEntry['outcome'];
  /** What the caller was told, or why the call was refused. */
  readonly message: string;
  readonly before?: Before | undefined;
  readonly transactionId?: string;
  readonly address?: string;
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function textOf(...values: readonly unknown[]): string {
  const text = values.find((value) => typeof value === 'string');
  return typeof text === 'string' ? text.slice(0, SUBJECT_LENGTH) : '';
}

export function auditEntry(call: AuditedCall): AuditEntry {
  const fields = fieldsOf(call.body);
  // A few kilobytes at most (A5).
  const detail = Object.entries(fields)
    .filter(([name]) => !WITHHELD.has(name) && !SECRET_FIELD.test(name))
    .slice(0, VALUES)
    .map(([name, value]) => [name.slice(0, NAME_LENGTH), shortened(value)]);
  const subject = textOf(fields['email']);
  return {
    at: call.at,
    account_id: call.actor.accountId,
    email: call.actor.email.slice(0, SUBJECT_LENGTH),
    via: call.actor.via,
    call: call.call.slice(0, SUBJECT_LENGTH),
    action: textOf(fields['action'], fields['statusOf'], fields['report'], fields['status']),
    imei: textOf(fields['imei'], fields['imei1']),
    outcome: call.outcome ?? 'success',
    // Details never contain a body's own `message`, so this is what the caller was told.
    detail: JSON.stringify({
      ...Object.fromEntries(detail),
      ...(subject ? { account: subject } : {}),
      ...(call.before ? { before: call.before } : {}),
      message: call.message.slice(0, MESSAGE_LENGTH),
    }),
    transaction_id: (call.transactionId ?? '').slice(0, ID_LENGTH),
    address: (call.address ?? '').slice(0, ID_LENGTH),
  };
}

const SUBJECT = new Set(['imei', 'imei1', 'action', 'email']);

/** All that is kept of a failed call, so that no failure of an item looks like an answer to it. */
export function subjectOf(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fieldsOf(body)).filter(([name]) => SUBJECT.has(name)));
}

export async function appendAudits(db: Database, entries: readonly AuditEntry[]): Promise<void> {
  const [common] = entries;
  if (!common) return;
  const own = { imei: 'text', outcome: 'text', detail: 'text', transaction_id: 'text' } as const;
  const { given, column } = givenRows(db, entries, own);
  const { names, values } = insertedAs<'audit_log'>({ ...common, ...column });
  await sql`
    insert into audit_log (${names}) select ${values} from ${given} where true order by position`.execute(db);
}

export async function recordAction(db: Database, call: AuditedCall): Promise<void> {
  await db.insertInto('audit_log').values(auditEntry(call)).execute();
}

/** Audits a success of the caller, unless `more` says otherwise. */
export function recordCall(
  { db, platform, actor, transactionId, address }: AnonymousContext & { readonly actor: AuditedActor },
  more: Pick<AuditedCall, 'call' | 'message'> & Partial<AuditedCall>,
): Promise<void> {
  return recordAction(db, { at: isoTime(platform.clock.now()), actor, transactionId, address, ...more });
}

export function recordAnonymous(
  context: AnonymousContext,
  call: string,
  who: { readonly id: number | null; readonly email: string },
  outcome: AuditEntry['outcome'],
  message: string,
): Promise<void> {
  const actor = { accountId: who.id, email: who.email, via: 'anonymous' } as const;
  return recordCall({ ...context, actor }, { call, outcome, message });
}

import type { Insertable } from 'kysely';
import { isoTime } from '../time/clock.ts';
import type { Actor, AnonymousContext, CallContext, Before } from '../calls/context.ts';
import { appendAudit, type AuditEntry } from '../store/audit-log.ts';
import type { AuditTable } from '../store/schema.ts';
import type { Database } from '../store/store.ts';

/** How many characters of a text in the details are kept at most, and how many entries of a list. */
const TEXT_LENGTH = 500;
const LIST_LENGTH = 50;
/** How many characters all details together have at most, as JSON. */
const DETAIL_LENGTH = 4_000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A value with its texts and lists shortened; what is shortened states its length. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= TEXT_LENGTH ? value : `${value.slice(0, TEXT_LENGTH)}… (${value.length} characters)`;
  if (isList(value)) {
    const kept = value.slice(0, LIST_LENGTH).map(shortened);
    return value.length <= LIST_LENGTH ? kept : [...kept, `… (${value.length} entries)`];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, LIST_LENGTH)
      .map(([name, field]) => [name.slice(0, TEXT_LENGTH), shortened(field)]),
  );
}

/** The fields of a body as the audit keeps them, a few kilobytes at most (A5); `leftOut` counts those without room. */
function boundedDetail(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const detail: Record<string, unknown> = {};
  let room = DETAIL_LENGTH;
  let leftOut = 0;
  for (const [name, value] of Object.entries(fields)) {
    const kept = shortened(value);
    const length = name.length + (JSON.stringify(kept)?.length ?? 0);
    if (length > room) {
      leftOut += 1;
    } else {
      room -= length;
      detail[name] = kept;
    }
  }
  return leftOut === 0 ? detail : { ...detail, leftOut };
}

/**
 * Never written to the audit's details: texts with personal data, what has a column of its own, and what says nothing
 * about the action.
 */
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
/** Nor any field that may hold a secret, in any call. */
const SECRET_FIELD = /pass|token|secret|ticket|code|handle|^key$/i;
/** How many characters of a sentence the audit keeps at most: a caller can make an answer repeat their text. */
const MESSAGE_LENGTH = 500;
/** How many characters of a name the audit keeps at most, for the same reason. */
const SUBJECT_LENGTH = 200;
/** Most characters of a transactionId and of an address: a large body's are kept before anything is read of it. */
const ID_LENGTH = 64;

/** Who acts. `email` is what was typed, if the account is unknown. */
export interface AuditedActor {
  readonly accountId: number | null;
  readonly email: string;
  readonly via: Insertable<AuditTable>['via'];
}

interface AuditedCall {
  readonly at: string;
  readonly actor: Actor | AuditedActor;
  /** Path of the call. */
  readonly call: string;
  readonly body: unknown;
  readonly outcome: 'success' | 'error' | 'refused';
  /** What the caller was told, or why it was refused. */
  readonly message: string;
  /** What it replaced. */
  readonly before?: Before | undefined;
  readonly transactionId: string;
  readonly address: string;
}

function fieldsOf(body: unknown): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {};
}

function textOf(...values: readonly unknown[]): string {
  const text = values.find((value) => typeof value === 'string');
  return typeof text === 'string' ? text.slice(0, SUBJECT_LENGTH) : '';
}

/** The audit's record of one operator action: who, from where, what, on which device or account, and the outcome. */
export function auditEntry(call: AuditedCall): AuditEntry {
  const fields = fieldsOf(call.body);
  const detail = Object.fromEntries(
    Object.entries(fields).filter(([name]) => !WITHHELD.has(name) && !SECRET_FIELD.test(name)),
  );
  const subject = textOf(fields['email']);
  return {
    at: call.at,
    account_id: call.actor.accountId,
    email: call.actor.email.slice(0, SUBJECT_LENGTH),
    via: call.actor.via,
    call: call.call.slice(0, SUBJECT_LENGTH),
    action: textOf(fields['action'], fields['statusOf'], fields['report'], fields['status']),
    imei: textOf(fields['imei'], fields['imei1']),
    outcome: call.outcome,
    // Details never contain a body's own `message`, so this is what the caller was told.
    detail: JSON.stringify({
      ...boundedDetail(detail),
      ...(subject ? { account: subject } : {}),
      ...(call.before ? { before: call.before } : {}),
      message: call.message.slice(0, MESSAGE_LENGTH),
    }),
    transaction_id: call.transactionId.slice(0, ID_LENGTH),
    address: call.address.slice(0, ID_LENGTH),
  };
}

const SUBJECT = new Set(['imei', 'imei1', 'action', 'email']);

/**
 * Of a body what says on which device or account: all that is kept of a call that failed, so that no failure of an item
 * looks like an answer to it.
 */
export function subjectOf(body: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fieldsOf(body)).filter(([name]) => SUBJECT.has(name)));
}

/** Writes one operator action to the audit. */
export function recordAction(db: Database, call: AuditedCall): Promise<void> {
  return appendAudit(db, auditEntry(call));
}

/** Audits the result of a call, as its caller's own success unless `more` says otherwise. */
export function recordCall(
  { db, platform, actor, transactionId, address }: CallContext,
  more: Pick<AuditedCall, 'call' | 'message'> & Partial<AuditedCall>,
): Promise<void> {
  const at = isoTime(platform.clock.now());
  return recordAction(db, { at, actor, transactionId, address, body: {}, outcome: 'success', ...more });
}

/** Audits what somebody did without a session. */
export function recordAnonymous(
  context: AnonymousContext,
  call: string,
  who: { readonly id: number | null; readonly email: string },
  outcome: AuditedCall['outcome'],
  message: string,
): Promise<void> {
  return recordAction(context.db, {
    at: isoTime(context.platform.clock.now()),
    actor: { accountId: who.id, email: who.email, via: 'anonymous' },
    call,
    body: {},
    outcome,
    message,
    transactionId: context.transactionId,
    address: context.address,
  });
}

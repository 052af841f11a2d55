import * as v from 'valibot';
import { type calls, isImei, type BodyOf } from '@device-console/shared-lib/contract';
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import { NOBODY } from '../../core/http/authenticate.ts';
import type { Schema } from '../../core/store/schema.ts';
import { countRows } from '../../core/store/count-rows.ts';
import { countSliced, findSliced, holdsPart, type Sliced, searchText } from '../../core/store/slices.ts';
import { findNamed } from '../../core/store/devices.ts';
import { buildIndexes } from '../../core/store/migrations/indexes.ts';
import type { Database } from '../../core/store/store.ts';
import type { AuditedActor, Platform, Service } from '../../core/calls/context.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { createCursorSeal } from '../../core/reports/report-cursor.ts';
import { dayRange, serverTimeZone } from '../../core/time/time-zone.ts';
import type { ApiModule } from '../../core/module.ts';
import { read } from '../../core/calls/call.ts';

type Body = BodyOf<(typeof calls)['operatorAudit']>;

const position = v.object({ at: v.string(), id: v.number() });
/** A place in the audit, which is read newest first: older rows follow. */
type AuditPlace = v.InferOutput<typeof position>;

/** Rows that one statement searches for a text part: with SQLite nothing else runs meanwhile. */
export const SLICE_ROWS = 10_000;

const EXAMINED_ROWS = 2_000_000;

/** Rows that are examined to count a search: the first page does not wait for more. */
const COUNTED_ROWS = 100_000;

/** Whole values of a column with an index of its own. */
interface Values {
  readonly column: 'imei' | 'email' | 'call';
  /** At least one. */
  readonly values: readonly string[];
}

interface Indexed extends Pick<Body, 'outcome'> {
  readonly from: string;
  readonly of?: Values | undefined;
}

/** All rows, or those of some values: each value's by itself, so that the index is used. */
function rowsOfValues(db: Database, of: Values | undefined) {
  const rows = db.selectFrom('audit_log').selectAll();
  const [first, ...others] = of?.values ?? [];
  if (of === undefined || first === undefined) return rows;
  const ofValue = (value: string) => rows.where(of.column, '=', value);
  return others.reduce((found, value) => found.unionAll(ofValue(value)), ofValue(first));
}

/** Selects rows before a place by indexed columns only. Compares pairs, so that no newer row is read. */
function rowsBefore(db: Database, { from, of, outcome }: Indexed, before: AuditPlace) {
  return (
    db
      .selectFrom(rowsOfValues(db, of).as('audit_log'))
      .where(sql<SqlBool>`at >= ${from} and (at, id) < (${before.at}, ${before.id})`)
      // A literal, because a partial index needs the value in the statement itself.
      .$if(outcome !== undefined, (query) => query.where('outcome', '=', sql.lit(outcome ?? 'success')))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
  );
}

/** No index helps with these conditions: for them, rows have to be searched. */
function partsOf(
  { account, called, imei, kind }: Body,
  readingPaths: readonly string[],
  of: Values | undefined,
): readonly RawBuilder<SqlBool>[] {
  const texts = {
    email: of?.column === 'email' ? undefined : searchText(account),
    call: of?.column === 'call' ? undefined : searchText(called),
    imei: of?.column === 'imei' ? undefined : searchText(imei),
  };
  const paths = sql<SqlBool>`call in (${sql.join(readingPaths)})`;
  return [
    ...Object.entries(texts).flatMap(([column, part]) =>
      part === undefined ? [] : [holdsPart(sql.ref(column), part)],
    ),
    ...(kind === undefined ? [] : [kind === 'reads' ? paths : sql<SqlBool>`not (${paths})`]),
  ];
}

/** What was done to a phone was asked by either of its IMEIs. */
async function imeisOf(db: Database, imei: string): Promise<readonly string[]> {
  const devices = (await findNamed(db, [imei])).get(imei) ?? [];
  return [...new Set([imei, ...devices.flatMap(({ imei1, imei2 }) => [imei1, imei2])])].filter((one) => one !== '');
}

/** Of more values the newest rows are found soon without an index. */
const MOST_VALUES = 20;

/** The values in the audit that hold a part, found by jumps along their index; one more than a search uses at most. */
export const valuesHolding = (name: 'email' | 'call', part: string) => {
  const column = sql.ref(name);
  return sql<{ value: string }>`
    with recursive found(value) as (
      select min(${column}) from audit_log
      union all
      select (select min(${column}) from audit_log where ${column} > found.value) from found
      where found.value is not null
    )
    select value from found where value is not null and ${holdsPart(sql.ref('value'), part)}
    limit ${MOST_VALUES + 1}`;
};

/** The condition with the fewest rows that an index answers, without values if no row has one; undefined: none. */
async function valuesOf(db: Database, { imei: device, account, called }: Body): Promise<Values | undefined> {
  const imei = searchText(device);
  if (imei !== undefined && isImei(imei)) return { column: 'imei', values: await imeisOf(db, imei) };
  let found: Values | undefined;
  for (const [column, text] of [
    ['call', called],
    ['email', account],
  ] as const) {
    const part = searchText(text);
    if (part === undefined) continue;
    const { rows } = await valuesHolding(column, part).execute(db);
    if (rows.length <= MOST_VALUES) found = { column, values: rows.map(({ value }) => value) };
    // Else the rows of the other condition would be searched for nothing.
    if (rows.length === 0) return found;
  }
  return found;
}

export function auditPage(db: Database, question: Indexed, before: AuditPlace, limit: number) {
  return rowsBefore(db, question, before).selectAll().limit(limit);
}

async function findAuditRows(
  db: Database,
  { parts, ...indexed }: Indexed & { readonly parts: readonly RawBuilder<SqlBool>[] },
  page: { start: AuditPlace; isFirst: boolean; limit: number },
) {
  const isIndexed = parts.length === 0;
  const slice = (before: AuditPlace) =>
    db.selectFrom(auditPage(db, indexed, before, SLICE_ROWS).as('audit_log')).where(({ and }) => and([...parts]));
  const slices: Sliced<AuditPlace> = {
    rows: SLICE_ROWS,
    endOf: (before) =>
      rowsBefore(db, indexed, before)
        .select(['at', 'id'])
        .limit(1)
        .offset(SLICE_ROWS - 1)
        .executeTakeFirst(),
    count: async (before, end) => (end && isIndexed ? SLICE_ROWS : countRows(slice(before))),
  };
  const { start, isFirst, limit } = page;
  const { rows, rest } = await findSliced(slices, {
    start,
    limit,
    most: EXAMINED_ROWS,
    isIndexed,
    rowsOf: (before, most) =>
      isIndexed
        ? auditPage(db, indexed, before, most).execute()
        : slice(before).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(most).execute(),
    placeOf: ({ at, id }) => ({ at, id }),
  });
  if (!isFirst) return { rows, rest, total: null, morethan: null };
  const total = rest === undefined ? rows.length : await countSliced(slices, start, COUNTED_ROWS);
  return { rows, rest, total, morethan: total === null && isIndexed ? COUNTED_ROWS : null };
}

type StoredRow = Awaited<ReturnType<typeof findAuditRows>>['rows'][number];

const detailFields = v.record(v.string(), v.unknown());

function wireRow({ id, email, transaction_id: transactionId, account_id: _account, detail, ...same }: StoredRow) {
  const { message, ...rest } = v.parse(detailFields, JSON.parse(detail));
  return {
    ...same,
    id: String(id),
    user: email,
    message: typeof message === 'string' ? message : '',
    detail: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
    transactionId,
  };
}

const WRONG_CURSOR = 'This page is not of this search. Please search again.';

const searched: Service<'operatorAudit'> = async ({ db, platform }, body) => {
  if (body.startdate > body.enddate) throw new BusinessError('End date cannot be prior to start date');
  const { from, before } = dayRange(body.startdate, body.enddate, body.timezone ?? serverTimeZone());
  const { cursor, limit, outcome, ...question } = body;
  const belongsTo = ['audit', outcome, question, from, before];
  const cursors = createCursorSeal(platform.cursorKey, belongsTo, position, WRONG_CURSOR);
  const start = cursor ? cursors.read(cursor) : { at: before, id: 0 };
  const of = await valuesOf(db, body);
  if (of?.values.length === 0) return { items: [], next: '', total: 0, morethan: null };
  const { rows, rest, total, morethan } = await findAuditRows(
    db,
    { from, outcome, of, parts: partsOf(body, platform.readingPaths, of) },
    { start, isFirst: !cursor, limit },
  );
  return {
    items: rows.map(wireRow),
    next: rest ? cursors.write(rest) : '',
    total,
    morethan,
  };
};

type Owner = Pick<Selectable<Schema['accounts']>, 'id' | 'email' | 'status' | 'closed_email'>;
type Key = Pick<Selectable<Schema['api_keys']>, 'expires_at' | 'revoked_at' | 'status'>;

const columns = ['accounts.id', 'accounts.email', 'accounts.status', 'accounts.closed_email'] as const;

function accountReason({ status, closed_email: closed }: Owner): string | undefined {
  if (closed !== null) return 'the account is closed';
  return status === 'ACTIVE' ? undefined : 'the account is disabled';
}

function actorOf(owner: Owner, via: 'session' | 'key'): AuditedActor {
  return { accountId: owner.id, email: owner.closed_email ?? owner.email, via };
}

function keyReason({ status, expires_at: expiresAt, revoked_at: revokedAt }: Key, now: string) {
  if (revokedAt !== null) return 'the API key was revoked';
  if (expiresAt !== null && expiresAt <= now) return 'the API key has expired';
  return status === 'active' ? 'the API key may not be used from this address' : 'the API key is not active';
}

const explainRefusal: Platform['explainRefusal'] = async (db, hash, now) => {
  const session = await db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
    .select([...columns, 'sessions.ended_because'])
    .where('sessions.token_hash', '=', hash)
    .executeTakeFirst();
  if (session) {
    const { ended_because: end } = session;
    const over = end === null ? 'the session is over' : `the session ended: ${end}`;
    return { actor: actorOf(session, 'session'), reason: accountReason(session) ?? over };
  }
  const key = await db
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select([...columns, 'api_keys.status as key_status', 'api_keys.expires_at', 'api_keys.revoked_at'])
    .where('api_keys.key_hash', '=', hash)
    .executeTakeFirst();
  if (!key) return { actor: NOBODY, reason: 'an unknown token' };
  return {
    actor: actorOf(key, 'key'),
    reason: accountReason(key) ?? keyReason({ ...key, status: key.key_status }, now),
  };
};

/** What operators did; for those who manage users (A5, D17). */
export const operatorAudit = {
  name: 'operator-audit',
  schema: {
    tables: {},
    steps: (dialect) => [
      {
        name: '0004-audit-by-email',
        kind: 'indexes',
        up: (db) => buildIndexes(db, dialect, { audit_log_email_pages: 'audit_log (email, at, id)' }),
      },
      {
        name: '0009-audit-by-call',
        kind: 'indexes',
        up: (db) => buildIndexes(db, dialect, { audit_log_call_pages: 'audit_log (call, at, id)' }),
      },
    ],
  },
  platform: () => ({ explainRefusal }),
  calls: { operatorAudit: { ...read, run: searched } },
} as const satisfies ApiModule;

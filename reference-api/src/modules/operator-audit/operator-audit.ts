import { calls, isImei, type BodyOf, type OperatorAuditRow } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import type { Service } from '../../core/calls/context.ts';
import { readingCalls, FILES_PATH } from '../../core/calls/reading-calls.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { createCursorSeal } from '../../core/reports/report-cursor.ts';
import { dayRange, serverTimeZone } from '../../core/time/time-zone.ts';
import { partOf } from '../../core/store/slices.ts';
import { countAuditRows, findAuditRows, type AuditPlace, type AuditQuestion } from './audit-rows.ts';

type AuditBody = BodyOf<(typeof calls)['operatorAudit']>;
type StoredRow = Awaited<ReturnType<typeof findAuditRows>>['rows'][number];

const detailFields = v.record(v.string(), v.unknown());

function wireRow(row: StoredRow): OperatorAuditRow {
  const { message, ...rest } = v.parse(detailFields, JSON.parse(row.detail));
  return {
    id: String(row.id),
    at: row.at,
    user: row.email,
    via: row.via,
    address: row.address,
    call: row.call,
    action: row.action,
    imei: row.imei,
    outcome: row.outcome,
    message: typeof message === 'string' ? message : '',
    detail: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
    transactionId: row.transaction_id,
  };
}

function questionOf(body: AuditBody, from: string): AuditQuestion {
  const imei = partOf(body.imei);
  const whole = imei !== undefined && isImei(imei);
  return {
    from,
    account: partOf(body.account),
    called: partOf(body.called),
    outcome: body.outcome,
    paths: body.kind && { of: readingPaths, isWanted: body.kind === 'reads' },
    imei: whole ? imei : undefined,
    imeiPart: whole ? undefined : imei,
  };
}

const position = v.object({ at: v.string(), id: v.number() });
const WRONG_CURSOR = 'This page is not of this search. Please search again.';

/** Lists who did what, newest first, in pages. The first page has the total, if it could be counted. */
export const operatorAudit: Service<'operatorAudit'> = async ({ db, platform }, body) => {
  if (body.startdate > body.enddate) throw new BusinessError('End date cannot be prior to start date');
  const { from, before } = dayRange(body.startdate, body.enddate, body.timezone ?? serverTimeZone());
  const question = questionOf(body, from);
  const cursors = createCursorSeal(platform.cursorKey, ['audit', question, before], position, WRONG_CURSOR);
  const first: AuditPlace = { at: before, id: 0 };
  const start = body.cursor ? cursors.read(body.cursor) : first;
  const { rows, rest } = await findAuditRows(db, question, start, body.limit);
  const total = async () => (rest ? countAuditRows(db, question, first) : rows.length);
  return {
    status: 'success',
    message: '',
    items: rows.map(wireRow),
    next: rest ? cursors.write(rest) : '',
    total: body.cursor ? null : await total(),
  };
};

/** Paths of calls that only read, as the audit stores them. */
const readingPaths: readonly string[] = [...[...readingCalls].map((name) => calls[name].path), FILES_PATH];

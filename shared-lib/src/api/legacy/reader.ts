import { calls, listsOf, reports, type BackEndNames, LOGIN_VALIDATED, IMEI_LENGTH } from '../../contract/index.ts';
import {
  type AnsweredCall,
  misfitOf,
  permissionNamesOf,
  type ReceivedReply,
  type ReplyReader,
  type TranslatedAnswer,
} from '../dialect.ts';
import { isFields, isNumbered, without, type Fields, isScalar } from './fields.ts';
import { readList, type ListShape, entriesOf } from './lists.ts';
import { readUntidyText } from './reading.ts';
import { bareWords, statementOf, type Statement } from './statement.ts';
import { readServerTime } from '../server-time.ts';

/** Permissions as a list: of objects, names, number keys, or names separated by commas; null if they are none. */
function listed(value: unknown): readonly unknown[] | null {
  const entries = entriesOf(value);
  if (entries || typeof value !== 'string' || /^\s*[[{]/.test(value)) return entries;
  const parts = value.split(',').map((name) => name.trim());
  return parts.filter((name) => name !== '');
}

type Names = BackEndNames['permissions'];

/** Our names for one of theirs, which may mean several. */
function oursOf(theirs: string, names: Names): readonly string[] {
  const ours = Object.entries(names).flatMap(([name, one]) => (one === theirs.trim() ? [name] : []));
  return ours.length > 0 ? ours : [theirs];
}

/**
 * The fields with `permissions` in our names: one each, as objects with `permission_name`. In the list of permissions
 * each entry of theirs stays one, to keep its id.
 */
function withPermissions({ path }: AnsweredCall, fields: Fields, names: Names): Fields {
  const entries = listed(fields['permissions']);
  if (!('permissions' in fields) || !entries) return fields;
  const permissions = entries.flatMap((entry) => {
    const name: unknown = isFields(entry) ? entry['permission_name'] : entry;
    if (typeof name !== 'string') return [entry];
    const ours = oursOf(name, names);
    const shown = path === calls.getPermissions.path ? [ours.join(', ')] : ours;
    return shown.map((permission_name) => ({ ...(isFields(entry) ? entry : {}), permission_name }));
  });
  return { ...fields, permissions };
}

const timeFields: ReadonlySet<string> = new Set(['expiry', 'createdat', 'created_at', 'date', 'date_and_time']);

/** As a number an IMEI has lost its leading zeros (D10). */
const imeiFields: ReadonlySet<string> = new Set(['imei1', 'imei2', 'lastimei']);

const nameIn = (entry: unknown): unknown => (isFields(entry) ? (entry['permission_name'] ?? entry['id']) : entry);

/** Names or ids in a list where the specification has them in one text. */
const joined = (entries: readonly unknown[]): string => entries.map(nameIn).filter(isScalar).join(', ');

const mapped = (fields: Fields, valueOf: (name: string, value: unknown) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueOf(name, value)]));

/** A time of a back end whose clocks are in `timeZone`, in ISO 8601 and UTC; anything else unchanged (D1a). */
function inUtc(name: string, value: unknown, timeZone: string): unknown {
  const at = typeof value === 'string' && timeFields.has(name) ? readServerTime(value, timeZone) : null;
  return at === null ? value : new Date(at).toISOString();
}

/** A row with its times, and with IMEIs, booleans and lists as text. */
const readRow = (row: Fields, timeZone: string): Fields =>
  mapped(row, (name, value) => {
    if (typeof value === 'number' && value > 0 && imeiFields.has(name)) return String(value).padStart(IMEI_LENGTH, '0');
    if (typeof value === 'boolean') return String(value);
    return Array.isArray(value) ? joined(value) : inUtc(name, value, timeZone);
  });

/** The fields beside the lists, with their times; false means none. */
const readTop = (fields: Fields, timeZone: string): Fields =>
  mapped(fields, (name, value) => (value === false ? null : inUtc(name, value, timeZone)));

/** Values of `loggedin` that a completed login may have; earlier back ends do not send it (S9). */
const completed: ReadonlySet<string> = new Set(['', '1', 'true', LOGIN_VALIDATED.toLowerCase()]);

const hasToken = ({ token }: Fields): boolean => typeof token === 'string' && token.trim() !== '';

/** A login without token and status, but with words, is refused in these words (S7). */
function loginStatement(statement: Statement, fields: Fields): Statement {
  const isRefused =
    statement.status === null && statement.doubt === null && statement.message !== '' && !hasToken(fields);
  return isRefused ? { ...statement, status: 'error' } : statement;
}

/** Marks a login as completed if it has a token and does not say otherwise. */
function completedLogin(fields: Fields): Fields {
  const mark = String(fields['loggedin'] ?? '')
    .trim()
    .toLowerCase();
  return hasToken(fields) && completed.has(mark) ? { ...fields, loggedin: LOGIN_VALIDATED } : fields;
}

const beyondAnswer = ({ beyond }: AnsweredCall): readonly string[] =>
  beyond === undefined || beyond === true ? [] : beyond.answer;
const showsNone = ({ specifiedReply }: AnsweredCall): boolean => specifiedReply?.length === 0;
const shapesOf = ({ answer }: AnsweredCall): readonly ListShape[] =>
  answer ? [...listsOf(answer)].map(([name, rowFields]) => ({ name, rowFields })) : [];

interface LegacyReply {
  readonly value: unknown;
  /** Fields of the payload come before those beside it. */
  readonly fields: Fields;
  readonly statement: Statement;
}

/** The fields of an answer, then those of its object `data`. */
function unwrapped(answer: unknown): readonly Fields[] {
  if (!isFields(answer)) return [];
  const inner = answer['data'];
  return isFields(inner) && !isNumbered(inner) ? [without(answer, ['data']), inner] : [answer];
}

function replyOf(call: AnsweredCall, { value, words, outside }: ReceivedReply): LegacyReply {
  const parts = [...unwrapped(value), ...unwrapped(outside)];
  const fields: Fields = Object.assign({}, ...[...parts].reverse());
  const said = statementOf({ fields: parts, words: `${words} ${bareWords(value)}`.trim() }, !showsNone(call));
  return { value, fields, statement: call.path === calls.login.path ? loginStatement(said, fields) : said };
}

/** A list that the specification shows is never absent, except executed commands of a report without any (R3, R4). */
function mayBeAbsent({ path, specifiedReply }: AnsweredCall, list: string, { report }: Fields): boolean {
  if (specifiedReply === undefined || !specifiedReply.includes(list)) return true;
  if (path !== calls.downloadReports.path || list !== 'commanditems') return false;
  return reports.some((definition) => definition.report === report && definition.kind !== 'commands');
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether an answer without a required list has none of its other fields either. */
function saysNothing({ answer, specifiedReply }: AnsweredCall, known: Fields): boolean {
  const names = isFields(answer) && isFields(answer['entries']) ? Object.keys(answer['entries']) : [];
  const hasNothing = (name: string): boolean => {
    const value = known[name];
    return Array.isArray(value) ? value.length === 0 && specifiedReply?.includes(name) !== true : isEmpty(value);
  };
  return names.length > 0 && names.every(hasNothing);
}

/** The fields of a reply in the contract's words; a bare list is that of a call with one list; else undefined. */
function theirFields(call: AnsweredCall, { value, fields }: LegacyReply): Fields | undefined {
  const [only, ...others] = shapesOf(call);
  if (Array.isArray(value) && value.length > 0 && only !== undefined && others.length === 0)
    return { [only.name]: value };
  return isFields(value) ? fields : undefined;
}

function answerOf(
  call: AnsweredCall,
  received: ReceivedReply,
  body: Fields,
  { names, serverTimeZone }: LegacyReading,
): TranslatedAnswer {
  const reply = replyOf(call, received);
  const { status, message } = reply.statement;
  const said: Fields = { ...(status === null ? {} : { status }), message };
  // A 2xx status is enough, whatever the reply says, unless it names a failure (D1b).
  if (showsNone(call)) return { value: said, problem: null };
  const whole = (value: unknown) => ({ value, problem: received.fault ?? misfitOf(call, value) });
  const fields = theirFields(call, reply);
  if (!fields) return whole(reply.value);
  const named = withPermissions(call, fields, names);
  const theirs = call.path === calls.login.path ? completedLogin(named) : named;
  const shapes = shapesOf(call);
  const isOnly = shapes.length === 1;
  const lists: Record<string, readonly Fields[]> = {};
  for (const shape of shapes) {
    const source = { fields: theirs, message, isOnly, mayBeAbsent: mayBeAbsent(call, shape.name, body) };
    const read = readList(shape, source);
    if ('problem' in read) return { value: null, ...read };
    lists[shape.name] = read.rows.map((row) => readRow(row, serverTimeZone));
  }
  const top = readTop(without(theirs, ['status', ...Object.keys(lists)]), serverTimeZone);
  const known = without({ ...top, ...said, ...lists }, beyondAnswer(call));
  return saysNothing(call, known) ? { value: known, problem: 'it does not say how it went' } : whole(known);
}

/** Options of {@link legacyReader}. */
export interface LegacyReading {
  readonly names: Names;
  readonly serverTimeZone: string;
}

/** Reads the replies of a back end that knows only the specification (D1a, D1b). */
export function legacyReader(reading: LegacyReading): ReplyReader {
  return {
    isOurs: false,
    statusGoesFirst: true,
    read: readUntidyText,
    facts: (call, received) => {
      const { fields, statement } = replyOf(call, received);
      const permissions = permissionNamesOf(withPermissions(call, fields, reading.names)['permissions']);
      // An existing back end holds nothing back, whatever it calls a reason.
      return { ...statement, permissions, reason: undefined };
    },
    answer: (call, received, body) => answerOf(call, received, body, reading),
  };
}

import fc from 'fast-check';
import { goodLists, sealedText, type Fields } from './test-legacy.ts';

const over = 'Authorization Failed';
const right = 'You are not authorised to use this feature.Contact Your Admin for support';

/** A form in which a back end writes something, and whether the console is to understand it. */
export interface Form<Value> {
  readonly value: Value;
  readonly isRead: boolean;
}

const read = <Value>(value: Value): Form<Value> => ({ value, isRead: true });
const odd = <Value>(value: Value): Form<Value> => ({ value, isRead: false });

const successes: readonly Form<Fields>[] = [
  ...['success', ' SUCCESS ', 'Ok', true, 'true', 1, '1', 200, 201].map((status) => read({ status, message: 'Done' })),
  read({ success: true, message: 'Done' }),
  read({ error: false, message: 'Done' }),
  read({ status: 'success', error: null, message: null }),
  read({ status: 'success', errors: [], message: ['Done', 'and dusted'] }),
  read({ message: 'Done' }),
  read({ success: 'Done' }),
  odd({ status: 'maybe', message: 'Done' }),
  odd({ status: 2 }),
  odd({ status: ['success'] }),
  odd({}),
  odd({ message: null }),
];
const failures: readonly Fields[] = [
  ...['error', 'ERROR', 'Failed', 'failure', false, 'false', 0, '0', 400, '500', 'denied'].map((status) => ({
    status,
    message: 'No',
  })),
  { success: false, message: 'No' },
  { error: true, message: 'No' },
  { error: 'No' },
  { error: { message: 'No', code: 3 } },
  { errors: ['No'] },
  { error: 1, message: 'Done' },
  { status: 'success', error: 'No' },
  { status: true, success: false },
  { status: 'Failed', success: 1 },
  ...[over, `${over}.Invalid`, ` ${over.toLowerCase()} `, right].flatMap((message) => [
    { message },
    { status: 'success', message },
    { error: message, message: 'Done' },
  ]),
];

export interface ListForm {
  readonly write: (rows: readonly Fields[], name: string) => Fields;
  readonly isRead: boolean;
  /** In calls of one list alone. */
  readonly isForOne?: boolean;
}

export const text = (value: unknown): string => JSON.stringify(value);
const numbers = (row: Fields): Fields => ({
  ...row,
  ...('imei1' in row ? { imei1: Number(row['imei1']) } : {}),
  ...('lastimei' in row ? { lastimei: Number(row['lastimei']) } : {}),
});
const keyed = (rows: readonly unknown[]): Fields =>
  Object.fromEntries(rows.map((row, index) => [String(index * 3 + 1), row]));

const listForms: readonly ListForm[] = [
  { write: (rows, name) => ({ [name]: rows }), isRead: true },
  { write: (rows, name) => ({ [name]: rows.flatMap((row) => [null, row]) }), isRead: true },
  { write: (rows, name) => ({ [name]: keyed(rows) }), isRead: true },
  { write: (rows, name) => ({ [name]: keyed([null, ...rows]) }), isRead: true },
  { write: (rows, name) => ({ [name]: text(rows) }), isRead: false },
  { write: (rows, name) => ({ [name]: rows.map(numbers) }), isRead: true },
  { write: (rows, name) => ({ [name]: rows.map((row) => ({ ...row, extra: true, more: null })) }), isRead: true },
  { write: (rows, name) => ({ [name]: rows.length > 0 ? rows : null }), isRead: true },
  { write: (rows, name) => ({ [name]: rows.length > 0 ? rows : false }), isRead: true },
  { write: (rows, name) => ({ [name]: rows.length > 0 ? rows : '' }), isRead: true },
  { write: (rows) => ({ data: rows }), isRead: true, isForOne: true },
  { write: (rows) => ({ whatever: rows }), isRead: false },
  { write: () => ({}), isRead: false },
  { write: (_rows, name) => ({ [name]: 7 }), isRead: false },
  { write: (_rows, name) => ({ [name]: true }), isRead: false },
  { write: (_rows, name) => ({ [name]: 'a, b' }), isRead: false },
  { write: (_rows, name) => ({ [name]: { first: {} } }), isRead: false },
  { write: (rows, name) => ({ [name]: [...rows, 'row'] }), isRead: false },
  { write: (rows, name) => ({ [name]: [...rows, []] }), isRead: false },
];

const warnings = [
  '<br />\n<b>Warning</b>:  mysqli_query(): failed to open in <b>/www/a.php</b> on line <b>1</b><br />\n',
  '\nNotice: Undefined index: {id} in C:\\xampp\\a.php on line 20\n',
  'PHP Deprecated: strftime() in a.php on line 3\r\n',
  '\uFEFF',
  '\r\n',
  '<!-- cached -->',
  'Connected successfully',
];
const around = fc.record({
  before: fc.array(fc.constantFrom(...warnings), { maxLength: 3 }),
  after: fc.array(fc.constantFrom(...warnings), { maxLength: 2 }),
});

/**
 * How a reply is written: sealed or not, with words around it, and what of it stands outside or one level further in.
 */
const writing = fc.record({
  around,
  inside: around,
  isSealed: fc.boolean(),
  place: fc.constantFrom('together', 'together', 'status outside', 'under data'),
  extra: fc.dictionary(fc.stringMatching(/^x_[a-z]{1,5}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  httpStatus: fc.constantFrom(200, 200, 200, 201, 500),
});
export type Writing = typeof writing extends fc.Arbitrary<infer Value> ? Value : never;

/** The text of a reply that says this, written so. */
export function written(
  statement: Fields,
  contents: Fields,
  { around: outer, inside, isSealed, place, extra }: Writing,
): string {
  const wrap = (words: { before: readonly string[]; after: readonly string[] }, document: string): string =>
    words.before.join('') + document + words.after.join('');
  const document =
    place === 'under data'
      ? { ...extra, data: { ...statement, ...contents } }
      : place === 'status outside' && isSealed
        ? { ...extra, ...contents }
        : { ...extra, ...contents, ...statement };
  const json = wrap(inside, text(document));
  if (!isSealed) return wrap(outer, json);
  return wrap(outer, text({ payload: sealedText(json), ...(place === 'status outside' ? statement : {}) }));
}

const imeis = fc.uniqueArray(
  fc.stringMatching(/^0{0,3}[1-9][0-9]{14}$/).map((digits) => digits.slice(0, 15)),
  { maxLength: 5 },
);
const identities = ['imei1', 'lastimei', 'id', 'appversion'] as const;

/** The field of a list's rows that tells one from another. */
export function identityOf(name: string, list: string): string {
  if (name === 'getPermissions') return 'permission_name';
  const [row = {}] = goodLists[name]?.[list] ?? [];
  return identities.find((field) => field in row) ?? '';
}

/** Rows with these keys, in every list of a call. */
export function listsOfRows(name: string, keys: readonly string[]): Readonly<Record<string, readonly Fields[]>> {
  return Object.fromEntries(
    Object.entries(goodLists[name] ?? {}).map(([list, [row = {}]]) => [
      list,
      keys.map((key) => ({ ...row, [identityOf(name, list)]: key })),
    ]),
  );
}

const successPlan = fc.record({
  kind: fc.constant('success' as const),
  statement: fc.constantFrom(...successes),
  forms: fc.array(fc.constantFrom(...listForms), { minLength: 4, maxLength: 4 }),
  keys: imeis,
  how: writing,
});
const failurePlan = fc.record({
  kind: fc.constant('failure' as const),
  statement: fc.constantFrom(...failures),
  hasContents: fc.boolean(),
  how: writing,
});
const damagePlan = fc.record({
  kind: fc.constant('damage' as const),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  junk: fc.string({ unit: 'binary', maxLength: 8 }),
  cuts: fc.boolean(),
  how: writing,
});
const junkPlan = fc.record({
  kind: fc.constant('junk' as const),
  junk: fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json(),
    fc.jsonValue().map((value) => sealedText(text(value) ?? '')),
  ),
  how: writing,
});
export const plan = fc.oneof(
  { weight: 5, arbitrary: successPlan },
  { weight: 4, arbitrary: failurePlan },
  { weight: 2, arbitrary: damagePlan },
  { weight: 1, arbitrary: junkPlan },
);
export type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

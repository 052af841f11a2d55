import { type Ended, type Fields, goodLists, legacyCalls, sealedText, type WireReply } from './test-legacy.ts';

/** The groups of calls to which a reply means the same. Every call of the specification stands in one. */
export const groups = {
  'no shown reply': [
    'updateCommandOnServer',
    'updateStatusOnServer',
    'resetPassword',
    'updateUserStatus',
    'updateLoginStatus',
    'updateKeyStatus',
    'logout',
  ],
  'Device Action': ['adminLockNotification'],
  'status and message': [
    'lockNotification',
    'getImeiDetails',
    'formattedDevice',
    'addUser',
    'updateUser',
    ...legacyCalls.filter((name) => name.endsWith('Copy.php')),
  ],
  'a word more': ['generateKey', 'forgotPassword'],
  lists: [
    'deviceDetails',
    'getUsers',
    'getPermissions',
    'getAppVersionDevices',
    'viewKeys',
    'downloadReports',
    'auditReportByImei',
  ],
  figures: ['homeData'],
  login: ['login'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Group = keyof typeof groups;

/**
 * What a reply means. `done`: success, and the reply said so or need not. `accepted`: success, and the reply said
 * nothing of it. `all`: success with
 * everything that was put in. `none`: success with empty lists. `refused`: the server's No. `over`: the session is.
 * `right`: it is missing.
 * `unread`: an error that names the call, outcome unknown; `server` and `missing` go by the HTTP status.
 */
export type Meaning =
  | 'done'
  | 'accepted'
  | 'all'
  | 'none'
  | 'refused'
  | 'over'
  | 'right'
  | 'unread'
  | 'server'
  | 'missing';

/** What one reply means to each group. */
export type Meanings = Readonly<Record<Group, Meaning>>;

const everywhere = (meaning: Meaning): Meanings => ({
  'no shown reply': meaning,
  'Device Action': meaning,
  'status and message': meaning,
  'a word more': meaning,
  lists: meaning,
  figures: meaning,
  login: meaning,
});

/** Everything is read. */
const good: Meanings = {
  ...everywhere('all'),
  'no shown reply': 'done',
  'Device Action': 'done',
  'status and message': 'done',
};
/** What says nothing is enough where no reply is shown, and nowhere else. */
const nothing: Meanings = { ...everywhere('unread'), 'no shown reply': 'done', 'Device Action': 'accepted' };
/** Where a reply holds more than how it went, that is read. */
const contents: Meanings = { ...good, 'Device Action': 'accepted', 'status and message': 'unread' };

export type Body = (all: Fields) => string | WireReply;

const json = (value: unknown): string => JSON.stringify(value);
const sealed = (text: string, outside: Fields = {}): string =>
  json({ payload: sealedText(text), transactionId: 'of the server', ...outside });
const ok = (all: Fields): Fields => ({ status: 'success', message: 'Done', ...all });
const no = { status: 'error', message: 'No' };
const over = 'Authorization Failed';
const right = 'You are not authorised to use this feature.Contact Your Admin for support';
const withStatus = (status: number, text: string): WireReply => ({ status, text });
const phpWarning =
  '<br />\n<b>Warning</b>:  Undefined array key "x" in <b>/var/www/panel/api/db.php</b> on line <b>12</b><br />\n';
const cliNotice =
  '\nNotice: Undefined index: {id} in /var/www/panel/api/db.php on line 7\n' +
  '\nDeprecated: mysql_connect(): failed in C:\\xampp\\db.php on line 3\n';
const phpFatal =
  '<br />\n<b>Fatal error</b>:  Uncaught Error: Call to a member function fetch() on bool in /var/www/db.php:3\n' +
  'Stack trace:\n#0 {main}\n  thrown in <b>/var/www/db.php</b> on line <b>3</b><br />';
const page = '<!DOCTYPE html><html><head><style>a{}</style></head><body><h1>Saved</h1></body></html>';
const wrongKey = 'U2FsdGVkX18xMjM0NTY3OK9eGqmGyB3M7VdV2n3GWWcPnIhVrEVRYyJiH0vR4rM1';

/** Every reply, and what it means to each group of calls. */
export const rules: readonly (readonly [string, Body, Meanings])[] = [
  // Replies that are no answer.
  ['nothing at all', () => '', nothing],
  ['nothing, with HTTP 204', () => withStatus(204, ''), nothing],
  ['blanks and a byte order mark', () => '\uFEFF \r\n', nothing],
  ['OK', () => 'OK', nothing],
  ['"success" as JSON text', () => '"success"', nothing],
  ['null', () => 'null', nothing],
  ['true', () => 'true', nothing],
  ['1', () => '1', nothing],
  ['{}', () => '{}', nothing],
  ['a message that is empty', () => json({ message: null }), nothing],
  ['fields that nobody knows', () => json({ took: 3, debug: ['x'] }), nothing],
  ['a page', () => page, nothing],
  ['warnings of PHP alone', () => phpWarning + cliNotice, nothing],
  ['a payload that does not open', () => json({ payload: wrongKey, transactionId: 'x' }), nothing],
  ['a payload that is no base64', () => json({ payload: '***' }), nothing],
  ['an empty payload', () => json({ payload: '' }), nothing],
  ['nothing, sealed', () => sealed(''), nothing],
  ['OK, sealed', () => sealed('OK'), nothing],
  ['{}, sealed', () => sealed('{}'), nothing],
  ['JSON that is cut off', (all) => json(ok(all)).slice(0, -3), nothing],
  ['an answer inside of one that is cut off', (all) => `{"log":${json(ok(all))},"status":"`, nothing],
  ['false', () => 'false', everywhere('unread')],
  ['0', () => '0', everywhere('unread')],
  ['a text that names a failure', () => 'Connection failed: Access denied for user', everywhere('unread')],
  ['a page that names a failure', () => '<html><body><h1>Error 1045</h1></body></html>', everywhere('unread')],
  ['a fatal error of PHP', () => phpFatal, everywhere('unread')],
  ['a fatal error of PHP after a good answer', (all) => json(ok(all)) + phpFatal, everywhere('unread')],
  ['a refusal that is cut off', () => json({ ...no, items: [] }).slice(0, -1), everywhere('unread')],
  // How it went.
  ['success', (all) => json(ok(all)), good],
  ['success, sealed', (all) => sealed(json(ok(all))), good],
  ['SUCCESS in other letters', (all) => json({ ...ok(all), status: ' Success ' }), good],
  ['status "ok"', (all) => json({ ...ok(all), status: 'OK' }), good],
  ['status true', (all) => json({ ...ok(all), status: true }), good],
  ['status "true"', (all) => json({ ...ok(all), status: 'true' }), good],
  ['status 1', (all) => json({ ...ok(all), status: 1 }), good],
  ['status 200', (all) => json({ ...ok(all), status: 200 }), good],
  ['"success": true', (all) => json({ ...all, success: true, message: 'Done' }), good],
  ['"error": false', (all) => json({ ...all, error: false, message: 'Done' }), good],
  ['success with "error": null', (all) => json({ ...ok(all), error: null }), good],
  ['a message without status', (all) => json({ ...all, message: 'Done' }), good],
  ['success with HTTP 500', (all) => withStatus(500, json(ok(all))), good],
  ['success under data', (all) => json({ success: true, data: { ...all, message: 'Done' } }), good],
  ['a status nobody knows', (all) => json({ ...ok(all), status: 'maybe' }), nothing],
  ['status 2', (all) => json({ ...ok(all), status: 2 }), nothing],
  ['error', (all) => json({ ...all, ...no }), everywhere('refused')],
  ['error, sealed', () => sealed(json(no)), everywhere('refused')],
  ['error outside of a payload that does not open', () => json({ payload: wrongKey, ...no }), everywhere('refused')],
  ['status "Failed"', (all) => json({ ...all, status: 'Failed', message: 'No' }), everywhere('refused')],
  ['status false', (all) => json({ ...all, status: false, message: 'No' }), everywhere('refused')],
  ['status 0', (all) => json({ ...all, status: '0', message: 'No' }), everywhere('refused')],
  ['status 500', (all) => json({ ...all, status: 500, message: 'No' }), everywhere('refused')],
  ['"success": false', (all) => json({ ...all, success: false, message: 'No' }), everywhere('refused')],
  ['"error": true', (all) => json({ ...all, error: true, message: 'No' }), everywhere('refused')],
  ['an error that is text', (all) => json({ ...all, error: 'No' }), everywhere('refused')],
  ['an error that has a message', () => json({ error: { code: 7, message: 'No' } }), everywhere('refused')],
  ['errors in a list', () => json({ errors: ['No'] }), everywhere('refused')],
  ['error under data', (all) => json({ data: { ...all, ...no } }), everywhere('refused')],
  ['success and error at once', (all) => json({ ...ok(all), error: 'No' }), everywhere('unread')],
  ['success inside and error outside of the payload', (all) => sealed(json(ok(all)), no), everywhere('unread')],
  ['a refusal as JSON in JSON', () => json(json(no)), everywhere('unread')],
  ['an error and a success after each other', (all) => json(no) + json(ok(all)), everywhere('unread')],
  [
    'a message without status that names a failure',
    (all) => json({ ...all, message: 'Could not connect: No' }),
    everywhere('unread'),
  ],
  ['error with HTTP 404', () => withStatus(404, json(no)), everywhere('refused')],
  ['nothing with HTTP 500', () => withStatus(500, ''), everywhere('server')],
  ['OK with HTTP 503', () => withStatus(503, 'OK'), everywhere('server')],
  ['nothing with HTTP 404', () => withStatus(404, ''), everywhere('missing')],
  // The end of the session.
  ['Authorization Failed', () => json({ status: 'error', message: over }), everywhere('over')],
  ['Authorization Failed.Invalid, sealed', () => sealed(json({ message: `${over}.Invalid` })), everywhere('over')],
  ['Authorization Failed beside success', (all) => json({ ...ok(all), message: over }), everywhere('over')],
  ['Authorization Failed as an error', () => json({ error: over }), everywhere('over')],
  ['Authorization Failed in other letters', () => json({ message: ' authorization failed. ' }), everywhere('over')],
  [
    'Authorization Failed outside of the payload',
    (all) => sealed(json(ok(all)), { message: over }),
    everywhere('over'),
  ],
  ['Authorization Failed under data', () => json({ data: { message: over } }), everywhere('over')],
  ['Authorization Failed as text', () => `\uFEFF${over}`, everywhere('over')],
  ['Authorization Failed as JSON text', () => json(over), everywhere('over')],
  ['Authorization Failed in a page', () => `<html><body><b>${over}</b></body></html>`, everywhere('over')],
  ['Authorization Failed as text, sealed', () => sealed(over), everywhere('over')],
  ['Authorization Failed before a good answer', (all) => over + json(ok(all)), everywhere('over')],
  [
    'the right is missing',
    () => json({ status: 'error', message: right, permissions: 'Reports,Lock Device' }),
    everywhere('right'),
  ],
  ['the right is missing, as text', () => right, everywhere('right')],
  // What stands around an answer.
  ['a byte order mark before it', (all) => `\uFEFF\uFEFF${json(ok(all))}`, good],
  ['warnings before it', (all) => phpWarning + cliNotice + json(ok(all)), good],
  ['warnings after it', (all) => json(ok(all)) + phpWarning + cliNotice, good],
  ['words before it', (all) => `Connected successfully${json(ok(all))}`, good],
  ['warnings before the payload', (all) => phpWarning + sealed(json(ok(all))), good],
  ['warnings inside the payload', (all) => sealed(cliNotice + json(ok(all)) + phpWarning), good],
  ['JSON in JSON', (all) => json(json(ok(all))), nothing],
  ['two answers', (all) => json(ok(all)) + json(ok(all)), nothing],
  ['an error after warnings', () => phpWarning + json(no), everywhere('refused')],
  ['contents without status and message', (all) => json({ ...all }), contents],
];

function listsOfAnswer(answer: Fields): Fields {
  return Object.fromEntries(Object.entries(answer).filter(([, value]) => Array.isArray(value)));
}

/** Whether the answer holds what was put in: rows as many and the same, and every other field as text. */
function holdsAll(answer: Fields, all: Fields): boolean {
  const same = (got: unknown, put: unknown): boolean => {
    if (Array.isArray(put))
      return Array.isArray(got) && got.length === put.length && put.every((row, index) => same(got[index], row));
    if (typeof put !== 'object' || put === null) return String(got) === String(put);
    return (
      typeof got === 'object' &&
      got !== null &&
      Object.entries(put).every(([name, value]) => same((got as Fields)[name], value))
    );
  };
  // A login's expiry is a time, which is read as one.
  return Object.entries(all).every(([name, value]) => name === 'expiry' || same(answer[name], value));
}

/** What came of a call whose reply held all of this; a text that is no meaning for anything else. */
export function meaningOf(ended: Ended, name: string, all: Fields): string {
  if ('error' in ended) {
    const { kind, outcome, message } = ended.error;
    if (kind === 'business' && outcome === 'refused') return message === 'No' ? 'refused' : `refused: ${message}`;
    if (kind === 'authorization' && outcome === 'refused') return 'over';
    if (kind === 'forbidden' && outcome === 'refused') return 'right';
    if (kind === 'unreadable' && outcome === 'unknown')
      return /^\S+\.php: the answer could not be read \(.+\); /.test(message) ? 'unread' : message;
    if (kind === 'server' && outcome === 'unknown') return 'server';
    return kind === 'invalid-request' && outcome === 'refused' ? 'missing' : `${kind} ${outcome}: ${message}`;
  }
  const { answer } = ended;
  if (answer['status'] !== 'success') return `status ${String(answer['status'])}`;
  if (answer['isStated'] === false) return 'accepted';
  const rows = Object.values(listsOfAnswer(answer)).map((list) => (list as readonly unknown[]).length);
  if (name in goodLists && rows.every((length) => length === 0)) return 'none';
  if (!holdsAll(answer, all)) return `other contents: ${JSON.stringify(answer)}`;
  return Object.keys(all).length === 0 ? 'done' : 'all';
}

/** The one group of a call. */
export const groupOf = (name: string): Group => {
  const found = (Object.entries(groups) as [Group, readonly string[]][])
    .filter(([, names]) => names.includes(name))
    .map(([group]) => group);
  const [group] = found;
  if (group === undefined || found.length > 1) throw new Error(`${name} stands in ${String(found.length)} groups`);
  return group;
};

export const wire = (reply: string | WireReply): WireReply =>
  typeof reply === 'string' ? { status: 200, text: reply } : reply;

/** A form of one list among an answer's fields. */
export type ListShape = (rows: readonly Fields[], name: string) => Fields;
const under =
  (name: string): ListShape =>
  (rows) => ({ [name]: rows });
const as =
  (shape: (rows: readonly Fields[]) => unknown): ListShape =>
  (rows, name) => ({ [name]: shape(rows) });

/** What each form of a list means, in calls with one list and in those with several. */
export const listRules: readonly (readonly [string, ListShape, one: Meaning, several: Meaning])[] = [
  ['rows', as((rows) => rows), 'all', 'all'],
  ['rows and null', as((rows) => [null, ...rows, null]), 'all', 'all'],
  [
    'an object with number keys',
    as((rows) => Object.fromEntries(rows.map((row, index) => [index * 2, row]))),
    'all',
    'all',
  ],
  ['JSON text of rows', as((rows) => JSON.stringify(rows)), 'unread', 'unread'],
  ['null', as(() => null), 'none', 'none'],
  ['false', as(() => false), 'none', 'none'],
  ['empty text', as(() => ' '), 'none', 'none'],
  ['{}', as(() => ({})), 'none', 'none'],
  ['under data', under('data'), 'all', 'unread'],
  ['under a name of its own', under('their_list'), 'unread', 'unread'],
  ['under data, without rows', () => ({ data: [] }), 'none', 'unread'],
  ['missing', () => ({}), 'unread', 'unread'],
  ['missing, "No records found"', () => ({ message: 'No records found' }), 'none', 'none'],
  ['a number', as(() => 5), 'unread', 'unread'],
  ['true', as(() => true), 'unread', 'unread'],
  ['words', as(() => 'none'), 'unread', 'unread'],
  ['one row without a list', as(([row]) => row), 'unread', 'unread'],
  ['rows that are no rows', as((rows) => [...rows, 7]), 'unread', 'unread'],
  ['rows that are lists', as((rows) => [...rows, []]), 'unread', 'unread'],
  ['rows of something else', as(() => [{ took: 3 }]), 'unread', 'unread'],
];

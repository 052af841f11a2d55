import type { ServerResponse } from 'node:http';
import { phpHeaders, sealText } from './legacy-wire.ts';

type Fields = Readonly<Record<string, unknown>>;

const WARNING =
  '<br />\n<b>Warning</b>:  Undefined index: clientof in <b>/var/www/api/session.php</b> on line <b>12</b><br />\n';
const PAGE = '<!DOCTYPE html><html><body><script>var a = {};</script><h1>Saved</h1></body></html>';

/** Returned where the content of an answer does not matter. */
const instead = {
  nothing: '',
  ok: 'OK',
  null: 'null',
  page: PAGE,
  'warnings alone': WARNING,
} as const;

const isRow = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const mapLists = (answer: Fields, change: (rows: readonly unknown[], name: string) => Fields): Fields =>
  Object.assign(
    {},
    ...Object.entries(answer).map(([name, value]) =>
      Array.isArray(value) && name !== 'permissions' ? change(value, name) : { [name]: value },
    ),
  );
const permissionNames = ({ permissions }: Fields): readonly unknown[] =>
  Array.isArray(permissions) ? permissions.map((entry) => (isRow(entry) ? entry['permission_name'] : entry)) : [];

/** How an answer is worded differently. */
const otherwise = {
  'status as a number': ({ status, ...answer }: Fields) => ({
    ...answer,
    status: String(status).toLowerCase() === 'success' ? 1 : 0,
  }),
  'status as true': ({ status, ...answer }: Fields) => ({
    ...answer,
    success: String(status).toLowerCase() === 'success',
  }),
  'lists with number keys': (answer: Fields) =>
    mapLists(answer, (rows, name) => ({ [name]: Object.fromEntries(rows.map((row, index) => [index + 1, row])) })),
  'rows that are null': (answer: Fields) => mapLists(answer, (rows, name) => ({ [name]: [null, ...rows] })),
  'no loggedin': ({ loggedin, ...answer }: Fields) => (loggedin === undefined ? answer : { ...answer }),
  'permissions with commas': (answer: Fields) =>
    'permissions' in answer ? { ...answer, permissions: permissionNames(answer).join(', ') } : answer,
} as const satisfies Readonly<Record<string, (answer: Fields) => Fields>>;

/** Text around an answer, before it is sealed (inside) or after. */
const inside = {
  'warnings inside': (text: string) => WARNING + text,
} as const;
const around = {
  'byte order mark': (text: string) => `\uFEFF${text}`,
  'warnings before': (text: string) => WARNING + text,
  'warnings after': (text: string) => text + WARNING,
} as const;

/** One way in which a reply is untidy. */
export type Untidy = keyof typeof instead | keyof typeof otherwise | keyof typeof inside | keyof typeof around;

const chosen = <Way extends object>(ways: Way, from: readonly Untidy[]) =>
  from.flatMap((name) => (name in ways ? [ways[name as keyof Way]] : []));

/** Makes an answer as untidy as requested; by default tidy. */
export function sendUntidy(
  response: ServerResponse,
  answer: object,
  isSealed: boolean,
  untidy: readonly Untidy[] = [],
): void {
  const [replacement] = chosen(instead, untidy);
  if (replacement !== undefined) return void response.writeHead(200, phpHeaders).end(replacement);
  const said = chosen(otherwise, untidy).reduce<Fields>((fields, say) => say(fields), { ...answer });
  const text = chosen(inside, untidy).reduce((words, write) => write(words), JSON.stringify(said));
  const body = isSealed ? JSON.stringify({ payload: sealText(text), transactionId: 'of-the-server' }) : text;
  response.writeHead(200, phpHeaders).end(chosen(around, untidy).reduce((words, write) => write(words), body));
}

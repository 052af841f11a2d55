const TEXT = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/;

/** One token of JSON, after blanks: text, number, word or sign. */
const TOKEN = new RegExp(`[ \\t\\r\\n]*(${TEXT.source}|${NUMBER.source}|true|false|null|[{}[\\],:])`, 'y');
const BLANKS = /[ \t\r\n]*/y;

/** What may come next. `item` and `name` may also close what has just been opened. */
type Expected = 'value' | 'item' | 'name' | 'next name' | 'colon' | 'comma';

const after: Readonly<Record<string, Expected>> = { '{': 'name', '[': 'item' };

/** Whether a token fits, and what may come after it; null when it does not fit. `open` are the brackets around it. */
function step(token: string, expected: Expected, open: string[]): Expected | null {
  const opener = open.at(-1);
  const closes = (token === '}' && opener === '{') || (token === ']' && opener === '[');
  if (closes && (expected === 'comma' || expected === 'item' || expected === 'name')) {
    open.pop();
    return 'comma';
  }
  if (expected === 'comma')
    return token === ',' && opener !== undefined ? (opener === '{' ? 'next name' : 'value') : null;
  if (expected === 'colon') return token === ':' ? 'value' : null;
  if (expected === 'name' || expected === 'next name') return token.startsWith('"') ? 'colon' : null;
  if (/^[}\],:]$/.test(token)) return null;
  const inside = after[token];
  if (inside) open.push(token);
  return inside ?? 'comma';
}

function tokenAt(text: string, at: number): { readonly token: string; readonly start: number } {
  BLANKS.lastIndex = TOKEN.lastIndex = at;
  BLANKS.test(text);
  return { token: TOKEN.exec(text)?.[1] ?? '', start: BLANKS.lastIndex };
}

/** Where a text stops being JSON, from 0; -1 for JSON. */
export function jsonFault(text: string): number {
  const open: string[] = [];
  let expected: Expected = 'value';
  for (let at = 0; ;) {
    const { token, start } = tokenAt(text, at);
    const isDone: boolean = expected === 'comma' && open.length === 0;
    if (start === text.length) return isDone ? -1 : start;
    const next: Expected | null = token === '' || isDone ? null : step(token, expected, open);
    if (next === null) return start;
    expected = next;
    at = start + token.length;
  }
}

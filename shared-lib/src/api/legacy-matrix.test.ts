import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls, type CallName } from '../contract/index.ts';
import { listRules } from './test-legacy-list-rules.ts';
import { groups, rules, type Group, type Meaning } from './test-legacy-rules.ts';
import { contentsOf, goodLists, legacyCalls, replied, type Ended, type Fields, type WireReply } from './test-legacy.ts';

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

function meaningOf(ended: Ended, name: string, all: Fields): string {
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

const groupOf = (name: string): Group => {
  const found = (Object.entries(groups) as [Group, readonly string[]][])
    .filter(([, names]) => names.includes(name))
    .map(([group]) => group);
  const [group] = found;
  if (group === undefined || found.length > 1) throw new Error(`${name} stands in ${String(found.length)} groups`);
  return group;
};

const wire = (reply: string | WireReply): WireReply =>
  typeof reply === 'string' ? { status: 200, text: reply } : reply;

describe('D1a D1b W5 what each reply of an existing back end means, for every call', () => {
  it('every call of the specification stands in one group', () => {
    expect(legacyCalls.map(groupOf)).toHaveLength(legacyCalls.length);
    expect(legacyCalls).toHaveLength(40);
  });

  it.each(rules)('%s', async (_name, body, meanings) => {
    const expected = legacyCalls.map((name) => `${name}: ${meanings[groupOf(name)]}`);
    const got = legacyCalls.map(async (name) => {
      const all = contentsOf(name);
      return `${name}: ${meaningOf(await replied(name, wire(body(all))), name, all)}`;
    });
    expect(await Promise.all(got)).toEqual(expected);
  });

  it.each(listRules)('a list: %s', async (_name, shape, one, several) => {
    const withLists = Object.entries(goodLists).map(([name, lists]) => ({ name, lists: lists ?? {} }));
    const expected = withLists.map(({ name, lists }) => `${name}: ${Object.keys(lists).length > 1 ? several : one}`);
    const got = withLists.map(async ({ name, lists }) => {
      const fields = Object.entries(lists).map(([field, rows]) => shape(rows, field));
      const ended = await replied(
        name,
        wire(JSON.stringify({ status: 'success', message: 'Done', ...Object.assign({}, ...fields) })),
      );
      const field = Object.keys(lists)[0] ?? '';
      if ('error' in ended && !ended.error.message.includes(field))
        return `${name}: names no field: ${ended.error.message}`;
      return `${name}: ${meaningOf(ended, name, lists)}`;
    });
    expect(await Promise.all(got)).toEqual(expected);
  });

  it('docs/legacy-replies.md says the same', () => {
    const file = join(__dirname, '../../../docs/legacy-replies.md');
    const text = readFileSync(file, 'utf8');
    const said = text.slice(0, text.indexOf(TABLES)) + TABLES + tables();
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(file, said);
    expect(readFileSync(file, 'utf8')).toBe(said);
  });
});

/** What stands below it is written by `UPDATE_DOCS=1 npm test -w shared-lib -- legacy-matrix`. */
const TABLES = '<!-- The tables below are those of shared-lib/src/api/test-legacy-*rules.ts. -->\n';

const wordOf: Readonly<Record<Meaning, string>> = {
  done: 'done',
  accepted: 'accepted',
  all: 'read',
  none: 'empty',
  refused: 'refused',
  over: 'session over',
  right: 'right missing',
  unread: '**error**',
  server: 'HTTP error',
  missing: 'HTTP error',
};

/** A table of what replies mean, those that mean the same in one row. */
function table(heads: readonly string[], rows: readonly (readonly [string, readonly Meaning[]])[]): string {
  const byMeaning = new Map<string, string[]>();
  for (const [name, meanings] of rows) {
    const cells = meanings.map((meaning) => wordOf[meaning]).join(' | ');
    byMeaning.set(cells, [...(byMeaning.get(cells) ?? []), name.replaceAll('|', '\\|')]);
  }
  const lines = [...byMeaning].map(([cells, names]) => `| ${names.join(' · ')} | ${cells} |`);
  return [`| ${heads.join(' | ')} |`, `|${heads.map(() => '---').join('|')}|`, ...lines].join('\n');
}

const pathOf = (name: string): string => (name.endsWith('Copy.php') ? 'the copies' : calls[name as CallName].path);

function tables(): string {
  const order = Object.keys(groups) as Group[];
  const replies = table(
    ['the reply', ...order],
    rules.map(([name, , meanings]) => [name, order.map((group) => meanings[group])]),
  );
  const lists = table(
    ['the list', 'in a call with one', 'in a call with several'],
    listRules.map(([name, , one, several]) => [name, [one, several]]),
  );
  const members = order
    .map((group) => `| ${group} | ${[...new Set(groups[group].map(pathOf))].join(', ')} |\n`)
    .join('');
  return `\n| group | its calls |\n|---|---|\n${members}\n${replies}\n\n${lists}\n`;
}

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls, type CallName } from '../contract/index.ts';
import { type Group, groupOf, groups, listRules, type Meaning, meaningOf, rules, wire } from './test-legacy-rules.ts';
import { contentsOf, goodLists, legacyCalls, replied } from './test-legacy.ts';

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

import { BATCH_PAGE_ROWS, CHUNK_ITEMS, limits, REPORT_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentTable } from './configuration/environment-table.ts';
import { asvsCounts, asvsItems, closedChapters } from './testing/asvs-items.ts';
import { budgetNames, budgetTable } from './store/budget-table.ts';
import { keptForEver, otherwiseDeleted, retentionNames, retentionTable } from './store/retention-table.ts';

const MEGABYTE = 1024 * 1024;
const repository = join(__dirname, '..', '..');
const textOf = (path: string) => readFileSync(join(repository, path), 'utf8');
const count = (value: number) => value.toLocaleString('en-US');

describe('the documented limits', () => {
  it.each([
    [
      'docs/operations.md',
      `| rows of a batch, size of its file | ${count(limits.batchRows)}; ${limits.batchFileBytes / MEGABYTE} MB |`,
    ],
    [
      'docs/operations.md',
      `| body of a call | ${limits.bodyBytes / 1024} KB; the list of a batch ${limits.listBodyBytes / MEGABYTE} MB, ` +
        `a chunk of its items ${limits.chunkBodyBytes / MEGABYTE} MB |`,
    ],
    [
      'docs/operations.md',
      `rows of a part of a batch's outcomes | ${CHUNK_ITEMS}; ${count(BATCH_PAGE_ROWS)}; ${count(BATCH_PAGE_ROWS)} |`,
    ],
    ['docs/operations.md', `in pages of at most ${count(REPORT_PAGE_ROWS)} any number`],
    [
      'docs/operator-guide.md',
      `may have up to ${count(limits.batchRows)} valid rows and ${limits.batchFileBytes / MEGABYTE} MB.`,
    ],
  ])('are those of the contract: %s, %s', (path, text) => {
    expect(textOf(path)).toContain(text);
  });
});

it('the README has every variable of the environment as the schema reads it', () => {
  expect(textOf('reference-api/README.md')).toContain(`\n\n${environmentTable()}\n\n`);
});

it('operations.md prints what is kept and how long, as the code has it', () => {
  const rows = [
    ...retentionNames.map((name) => {
      const { what, days, least, why } = retentionTable[name];
      return `| ${what} | ${days} days; \`${name}\`, at least ${least} | ${why} |`;
    }),
    ...otherwiseDeleted.map(({ what, kept, why }) => `| ${what} | ${kept} | ${why} |`),
    ...keptForEver.map(({ what, why }) => `| ${what} | for ever | ${why} |`),
  ];
  expect(textOf('docs/operations.md')).toContain(['| what | kept | why |', '|---|---|---|', ...rows, ''].join('\n'));
});

it('C10 C11 operations.md prints the budgets of commands, as the code has them', () => {
  const rows = budgetNames.map((name) => {
    const { what, standard, why } = budgetTable[name];
    return `| \`${name}\` | ${what} | ${count(standard)} | ${why} |`;
  });
  expect(textOf('docs/operations.md')).toContain(
    ['| name | what is counted | unless set | why so many |', '|---|---|---|---|', ...rows, ''].join('\n'),
  );
});

/** The tests that a text names, as `path`: "name". */
const testsIn = (text: string) =>
  [...text.matchAll(/`([\w/.-]+\.(?:tsx?|mjs))`: "([^"]+)"/g)].map(([, path = '', name = '']) => ({ path, name }));

/** Whether a file has a test of this name. A path begins with a package, or lies below this one's sources. */
function isTestIn({ path, name }: { readonly path: string; readonly name: string }): boolean {
  const [first = ''] = path.split('/');
  const file = existsSync(join(repository, first)) ? join(repository, path) : join(__dirname, path);
  // A long name stands in several lines that are joined.
  const pieces = readFileSync(file, 'utf8')
    .replaceAll(/['"`] \+\s+['"`]/g, '')
    .split(name);
  return pieces.some((piece, index) => /^['"`]/.test(piece) && /['"`]$/.test(pieces[index - 1] ?? ''));
}

const promises = testsIn(textOf('docs/reliability.md'));

describe('the promises of reliability.md', () => {
  it.each(promises)('are shown by the test that each names: $path, $name', (promise) => {
    expect(isTestIn(promise)).toBe(true);
  });

  it('each name their test', () => {
    const rows = textOf('docs/reliability.md').match(/^\| .+ \| `.+ \|$/gm) ?? [];
    expect(promises).toHaveLength(rows.length);
    expect(rows.length).toBeGreaterThan(20);
  });
});

describe('the table of ASVS 5.0 level 2', () => {
  const rows = [...textOf('docs/asvs.md').matchAll(/^\| (V\d+\.\d+\.\d+) \| ([^|]+) \| ([^|]+) \| (.+) \|$/gm)].map(
    ([, item = '', what = '', state = '', why = '']) => ({ item, what, state, why }),
  );
  const chapterOf = (item: string) => item.split('.')[0] ?? '';
  const open = rows.filter(({ state }) => state === 'open');

  it('has every item of the level once, in order, in words of our own', () => {
    expect(rows.map(({ item }) => item)).toEqual(asvsItems);
    const chapters = asvsCounts.map((_count, index) => `V${index + 1}`);
    expect(chapters.map((chapter) => asvsItems.filter((item) => chapterOf(item) === chapter).length)).toEqual(
      asvsCounts,
    );
    expect(asvsItems).toHaveLength(253);
    expect(rows.filter(({ what }) => what.split(' ').length > 12)).toEqual([]);
  });

  it('names for what is met tests that are there', () => {
    const met = rows.filter(({ state }) => state === 'met');
    expect(met.filter(({ why }) => testsIn(why).length === 0)).toEqual([]);
    expect(
      met.flatMap(({ item, why }) =>
        testsIn(why)
          .filter((test) => !isTestIn(test))
          .map((test) => ({ item, ...test })),
      ),
    ).toEqual([]);
    // Nothing but tests stands there: a sentence in their place would show nothing.
    expect(met.filter(({ why }) => why.replaceAll(/`[\w/.-]+`: "[^"]+"(; )?/g, '') !== '')).toEqual([]);
  });

  it('says of the rest what is missing, or why it does not apply, and counts all', () => {
    const others = rows.filter(({ state }) => state !== 'met');
    expect(others.filter(({ state }) => !['open', 'not applicable'].includes(state))).toEqual([]);
    expect(others.filter(({ why }) => why.trim().length < 5)).toEqual([]);
    expect(open.filter(({ why }) => !/^missing: ./.test(why))).toEqual([]);
    const count = (state: string) => rows.filter((row) => row.state === state).length;
    expect(textOf('docs/asvs.md')).toContain(
      `\n${count('met')} are met, ${count('not applicable')} not applicable, ${count('open')} open.\n`,
    );
  });

  it('leaves nothing open in the chapters that are to be whole', () => {
    const left = open.filter(({ item }) => closedChapters.includes(chapterOf(item)));
    expect(left.map(({ item }) => item)).toEqual([]);
  });
});

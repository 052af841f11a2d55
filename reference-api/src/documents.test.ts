import { BATCH_PAGE_ROWS, CHUNK_ITEMS, limits, REPORT_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { hardened, environmentSchema, variableNames } from './app/configuration/environment.ts';
import { budgetTable } from './modules/budgets/index.ts';
import { retentionTable } from './modules/retention/index.ts';

const MEGABYTE = 1024 * 1024;
const repository = join(__dirname, '..', '..');
const textOf = (path: string) => readFileSync(join(repository, path), 'utf8');
const count = (value: number) => value.toLocaleString('en-US');

describe('the documented limits', () => {
  const [file, list, chunk] = [limits.batchFileBytes, limits.listBodyBytes, limits.chunkBodyBytes].map(
    (bytes) => `${bytes / MEGABYTE} MB`,
  );
  const body = `${limits.bodyBytes / 1024} KB; the list of a batch ${list}, a chunk of its items ${chunk}`;
  const pages = `${CHUNK_ITEMS}; ${count(BATCH_PAGE_ROWS)}; ${count(BATCH_PAGE_ROWS)}`;
  it.each([
    ['operations', `| rows of a batch, size of its file | ${count(limits.batchRows)}; ${file} |`],
    ['operations', `| body of a call | ${body} |`],
    ['operations', `rows of a part of a batch's outcomes | ${pages} |`],
    ['operations', `in pages of at most ${count(REPORT_PAGE_ROWS)} any number`],
    ['operator-guide', `may have up to ${count(limits.batchRows)} valid rows and ${file}.`],
  ])('are those of the contract: %s, %s', (name, text) => {
    expect(textOf(`docs/${name}.md`)).toContain(text);
  });
});

describe('the README', () => {
  const rows = [...textOf('reference-api/README.md').matchAll(/^\| `([A-Z_]+)` \| (.+) \| .+ \| (.+) \|$/gm)];
  const documented = rows.map(([, name = '', type = '', standard = '']) => ({ name, type, standard }));
  const readerOf = (name: string) => v.parse(v.picklist(variableNames), name);

  it('has every variable of the environment, in order', () => {
    expect(documented.map(({ name }) => name)).toEqual(variableNames);
  });

  it.each(documented)('says what $name is where it is not set', ({ name, standard }) => {
    const reader = environmentSchema.entries[readerOf(name)];
    const value: unknown = v.parse(reader, undefined);
    const isInWords = /^(none|off, and|no limit|no-reply at|nothing waits|that of)\b/.test(standard);
    if (value === undefined) expect(isInWords || standard === 'off').toBe(true);
    else if (isInWords) expect(typeof value).toBe('object');
    else expect(value).toEqual(v.parse(reader, standard));
  });

  const numbers = documented.filter(({ type }) => type.startsWith('number from'));
  it.each(numbers)('says which numbers $name may be', ({ name, type }) => {
    const reader = environmentSchema.entries[readerOf(name)];
    const [least, most] = [...type.matchAll(/[\d.]+/g)].map(Number) as [number, number];
    const taken = [least - 0.0001, least, most, most + 1].map((number) => v.is(reader, String(number)));
    expect(taken).toEqual([false, true, true, false]);
  });

  it('says what the hardened policy sets', () => {
    const set = Object.entries(hardened).map(([name, value]) => `\`${name}=${value}\``);
    expect(textOf('reference-api/README.md')).toContain(`\`hardened\` means ${set.join(', ')};`);
  });
});

it('operations.md prints how long things are kept, as the code has it', () => {
  const rows = textOf('docs/operations.md').matchAll(/ \| (\d+) days; `(\w+)`, at least (\d+) \| /g);
  const printed = [...rows].map(([, days, name, least]) => [name, { standard: Number(days), least: Number(least) }]);
  expect(printed).toEqual(Object.entries(retentionTable));
});

it('C10 C11 operations.md prints the budgets of commands, as the code has them', () => {
  const [, table = ''] = textOf('docs/operations.md').split(
    '| name | what is counted | unless named | why so many |\n',
  );
  const rows = (table.split('\n\n')[0] ?? '').matchAll(/^\| `([\w-]+)` \| .+ \| ([\d,]+) \| .+ \|$/gm);
  const printed = [...rows].map(([, name, standard]) => [name, standard]);
  expect(printed).toEqual(Object.entries(budgetTable).map(([name, { standard }]) => [name, count(standard)]));
});

describe('the tables of ASVS 5.0 level 2', () => {
  const asvs = textOf('docs/asvs.md');
  /** The rows below a heading: their items, the last cell, and what stands between. */
  const rowsOf = (heading: string) => {
    const [, below = ''] = asvs.split(`\n## ${heading}\n`);
    const lines = (below.split('\n## ')[0] ?? '').match(/^\| V.+ \|$/gm) ?? [];
    return lines.map((line) => {
      const [items = '', ...cells] = line.slice(2, -2).split(' | ');
      return { items: items.split(', '), what: cells.slice(0, -1).join(''), why: cells.at(-1) ?? '' };
    });
  };
  const met = rowsOf('Met');
  const open = rowsOf('Open');
  const notApplicable = rowsOf('Not applicable');
  const rows = [...met, ...open, ...notApplicable];
  const itemsOf = (among: typeof rows) => among.flatMap(({ items }) => items);
  const chapterOf = (item: string) => item.split('.')[0] ?? '';

  it('have every item of the level once, in words of our own', () => {
    expect(itemsOf(rows).toSorted()).toEqual(asvsItems.toSorted());
    expect(asvsItems).toHaveLength(253);
    expect([...met, ...open].filter(({ what }) => what === '' || what.split(' ').length > 15)).toEqual([]);
  });

  it('name for what is met tests, and nothing else; tooling/test/documents.test.ts looks for them', () => {
    expect(met.filter(({ why }) => why.replaceAll(/`[\w/.-]+`: "[^"]+"(; )?/g, '') !== '')).toEqual([]);
  });

  it('say of the rest what is missing, or why it does not apply, and count all', () => {
    expect([...open, ...notApplicable].filter(({ why }) => why.trim().length < 5)).toEqual([]);
    const [isMet, notFitting, missing] = [met, notApplicable, open].map((among) => itemsOf(among).length);
    expect(asvs).toContain(`\n${isMet} are met, ${notFitting} not applicable, ${missing} open.\n`);
  });

  it('leave nothing open in the chapters that are to be whole', () => {
    expect(itemsOf(open).filter((item) => closedChapters.includes(chapterOf(item)))).toEqual([]);
  });
});

/** How many items OWASP ASVS 5.0 has for level 2 (levels 1 and 2), by section in each chapter; each counts from 1. */
const chapters: readonly Readonly<Record<number, number>>[] = [
  { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  { 1: 3, 2: 3, 3: 4, 4: 1 },
  { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  { 1: 3, 2: 1, 3: 2, 4: 4 },
  { 1: 1, 2: 3, 3: 2, 4: 3 },
  { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  { 1: 2, 2: 3, 3: 1, 4: 1 },
  { 1: 3, 2: 4 },
  { 1: 2, 2: 2, 3: 4, 4: 11, 5: 5, 6: 2, 7: 3 },
  { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  { 1: 3, 2: 2, 3: 4 },
  { 1: 1, 2: 5, 3: 2, 4: 5 },
  { 1: 2, 2: 4, 3: 3 },
  { 1: 3, 2: 3, 3: 7 },
  { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
  { 1: 1, 2: 4, 3: 2 },
];

/** Every item of level 2, as `V6.2.1`, in order. */
const asvsItems: readonly string[] = chapters.flatMap((sections, chapter) =>
  Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, item) => `V${chapter + 1}.${section}.${item + 1}`),
  ),
);

/** Chapters in which nothing may stay open: authentication, sessions, authorisation, configuration, logging. */
const closedChapters: readonly string[] = ['V6', 'V7', 'V8', 'V13', 'V16'];

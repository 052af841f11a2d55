import { BATCH_PAGE_ROWS, CHUNK_ITEMS, limits, REPORT_PAGE_ROWS } from '@device-console/shared-lib/contract';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentTable } from './configuration/environment-table.ts';
import { keptForEver, otherwiseDeleted, retentionNames, retentionTable } from './store/retention-table.ts';

const MEGABYTE = 1024 * 1024;
const textOf = (path: string) => readFileSync(join(__dirname, '..', '..', path), 'utf8');
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

  it('let a batch file with the form around it through nginx', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(textOf('deploy/nginx/device-console.conf')) ?? [];
    expect(Number(megabytes) * MEGABYTE).toBeGreaterThan(Math.max(limits.batchFileBytes, limits.listBodyBytes));
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

const promises = [...textOf('docs/reliability.md').matchAll(/`([\w/.-]+\.tsx?)`: "([^"]+)"/g)].map(
  ([, path = '', name = '']) => ({ path, name }),
);

describe('the promises of reliability.md', () => {
  it.each(promises)('are shown by the test that each names: $path, $name', ({ path, name }) => {
    expect(readFileSync(join(__dirname, path), 'utf8')).toContain(`'${name}'`);
  });

  it('each name their test', () => {
    const rows = textOf('docs/reliability.md').match(/^\| .+ \| `.+ \|$/gm) ?? [];
    expect(promises).toHaveLength(rows.length);
    expect(rows.length).toBeGreaterThan(20);
  });
});

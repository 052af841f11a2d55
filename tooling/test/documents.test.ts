import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../lib/commands.mjs';
import { readManifest, remoteIds, rootDir } from '../lib/paths.mjs';
import { readCatalogues } from '../lib/remote-languages.ts';

const folders = ['shared-lib', 'shell', 'reference-api', 'e2e', 'tooling', 'deploy', 'docs', ...remoteIds()];
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(rootDir, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...folders.map((name) => join(name, 'README.md')).filter((name) => existsSync(join(rootDir, name))),
];

/** The paths in backticks that begin with a folder of the repository. Paths with placeholders do not match. */
function pathsIn(text: string): string[] {
  const begins = new RegExp(`^(${folders.join('|')})/[\\w./-]+$`);
  return [...text.matchAll(/`([^`\n]+)`/g)].map(([, path = '']) => path).filter((path) => begins.test(path));
}

/** True for paths that exist only after a build or a run. */
const isMade = (path: string): boolean => /\/(dist|\.data|node_modules)(\/|$)/.test(path);
const { exports: subpaths } = readManifest(join(rootDir, 'shared-lib'));
const isSubpath = (path: string): boolean => Object.hasOwn(subpaths, path.replace(/^shared-lib/, '.'));
const isThere = (path: string): boolean => existsSync(join(rootDir, path)) || isSubpath(path);
const records = readdirSync(join(rootDir, 'docs', 'adr')).filter((name) => /^\d{4}-.*\.md$/.test(name));
/** The anchors that GitHub gives the headings of a page. */
const anchorsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
/**
 * Lines of prose of more than 100 columns. Exempt is what cannot be wrapped: tables, samples, headings, pictures and
 * lists of links.
 */
const longLines = (text: string): string[] =>
  text
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter((line) => line.length > 100 && !/^(\||#| {4}|!\[|<!--|- \[)/.test(line));
const isRecord = (number: string): boolean => records.some((name) => name.startsWith(`${number}-`));

test('docs/adr/README.md lists every record once, by number, under its own title', () => {
  const rows = records.sort().map((name) => {
    const [heading = ''] = readFileSync(join(rootDir, 'docs', 'adr', name), 'utf8').split('\n');
    assert.ok(heading.startsWith(`# ${name.slice(0, 4)} `), `${name} begins with "${heading}".`);
    return `- [${heading.slice(2)}](${name})`;
  });
  const index = readFileSync(join(rootDir, 'docs', 'adr', 'README.md'), 'utf8').split('\n');
  assert.deepEqual(
    index.filter((line) => line.startsWith('- [')),
    rows,
  );
});

for (const document of documents) {
  test(`${document} names files, pages and headings that are there, in lines of at most 100 columns`, () => {
    const text = readFileSync(join(rootDir, document), 'utf8');
    const paths = pathsIn(text).filter((path) => !isMade(path) && !isThere(path));
    const numbers = [...text.matchAll(/\bADR\s+(\d{4})/g)].map(([, number = '']) => number);
    const named = [...paths, ...numbers.filter((number) => !isRecord(number))];
    const linked = [...text.matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)]*))?\)/g)]
      .filter(([, target = '', anchor]) => {
        const file = target === '' ? join(rootDir, document) : join(rootDir, dirname(document), target);
        return !existsSync(file) || (anchor !== undefined && !anchorsIn(file).includes(anchor));
      })
      .map(([link]) => link);
    assert.deepEqual({ named, linked, long: longLines(text) }, { named: [], linked: [], long: [] });
  });
}

/** The tests that a text names, as `path`: "name". */
const testsIn = (text: string): { path: string; name: string }[] =>
  [...text.matchAll(/`([\w/.-]+\.tsx?)`: "([^"]+)"/g)].map(([, path = '', name = '']) => ({ path, name }));

/** Whether the file has a test of this name. The path starts at the root, or at the API's sources. */
function isTest({ path, name }: { path: string; name: string }): boolean {
  const file = [path, join('reference-api', 'src', path)].map((one) => join(rootDir, one)).find(existsSync);
  if (!file) return false;
  // A long name is written as several strings joined by +.
  const pieces = readFileSync(file, 'utf8')
    .replaceAll(/['"`] \+\s+['"`]/g, '')
    .split(name);
  return pieces.some((piece, index) => /^['"`]/.test(piece) && /['"`]$/.test(pieces[index - 1] ?? ''));
}

test('every test that a document names is there, and each row of a table of evidence names one', () => {
  const texts = documents.map((document) => readFileSync(join(rootDir, document), 'utf8'));
  const named = texts.flatMap(testsIn);
  assert.ok(named.length > 250, `${named.length} names were read`);
  assert.deepEqual(
    named.filter((one) => !isTest(one)),
    [],
  );
  const rows = texts.flatMap((text) =>
    [...text.matchAll(/^\|.*\| (?:test|shown by) \|\n\|[-|]+\n((?:\|.*\n)+)/gm)].flatMap(([, table = '']) =>
      table.trimEnd().split('\n'),
    ),
  );
  assert.ok(rows.length > 50, `${rows.length} rows were read`);
  assert.deepEqual(
    rows.filter((row) => testsIn(row).length === 0),
    [],
  );
});

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

test('CONTRIBUTING.md shows a command as the table has it', () => {
  const text = readFileSync(join(rootDir, 'CONTRIBUTING.md'), 'utf8');
  const [, file = '', sample = ''] = /one row in `([^`]+)`:\n\n```ts\n([^]*?)```/.exec(text) ?? [];
  assert.ok(sample && inOneLine(readFileSync(join(rootDir, file), 'utf8')).includes(inOneLine(sample)), sample);
});

test('docs/architecture.md names under "Where do I change…" what is in the files of that row', () => {
  const text = readFileSync(join(rootDir, 'docs', 'architecture.md'), 'utf8');
  const [, table = ''] = /## Where do I change…\n([^]*?)\n## /.exec(text) ?? [];
  const absent = table.split('\n').flatMap((row) => {
    const words = [...row.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
    const paths = words.filter((word) => pathsIn(`\`${word}\``).length > 0);
    const code = paths.map(sourcesOf).join('\n');
    return words.filter((word) => !paths.includes(word) && !code.includes(word.replace(/\(\)$/, '')));
  });
  // A file of any remote.
  assert.deepEqual(absent, ['src/remote.ts']);
});

/** The text of a file, or the names and texts of all sources below a folder. */
function sourcesOf(path: string): string {
  const place = join(rootDir, path);
  if (!statSync(place).isDirectory()) return readFileSync(place, 'utf8');
  const files = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(tsx?|css)$/.test(name));
  return files.map((name) => `${name}\n${readFileSync(join(place, name), 'utf8')}`).join('\n');
}

test('documents name commands and scripts that are there', () => {
  const names = Object.entries(commands).map(([name, { outside = name }]) => outside);
  const packages = ['.', ...folders].filter((name) => existsSync(join(rootDir, name, 'package.json')));
  const made = ['e2e']; // By create-remote --e2e.
  const scripts = [
    ...made,
    ...packages.flatMap((name) => Object.keys(readManifest(join(rootDir, name)).scripts ?? {})),
  ];
  const unknown = documents.flatMap((document) => {
    const text = readFileSync(join(rootDir, document), 'utf8');
    return [
      ...[...text.matchAll(/npx device-console\s+([a-z][\w-]+)/g)].filter(([, name = '']) => !names.includes(name)),
      ...[...text.matchAll(/npm run ([\w:-]+)/g)].filter(([, name = '']) => !scripts.includes(name)),
    ].map(([said]) => `${document}: ${said}`);
  });
  assert.deepEqual(unknown, []);
});

test('the code around the federation library has at most as many lines as its record says', () => {
  const record = readFileSync(join(rootDir, 'docs', 'adr', '0006-module-federation.md'), 'utf8');
  const [, folder = '', first = ''] = /`(shell\/[\w/]+\/)([\w-]+\.ts)` makes the one runtime/.exec(record) ?? [];
  const [, others = '', most] = /that file,([^;]+?)at\s+most (\d+) lines/.exec(record) ?? [];
  const files = [first, ...[...others.matchAll(/`([\w-]+\.ts)`/g)].map(([, name = '']) => name)];
  assert.ok(files.length >= 3 && Number(most) <= 450, `${files.join(', ')}: ${most}`);
  const lines = files.map((name) => readFileSync(join(rootDir, folder, name), 'utf8').split('\n').length - 1);
  assert.ok(
    lines.reduce((total, count) => total + count, 0) <= Number(most),
    `${files.map((name, index) => `${name} ${lines[index]}`).join(', ')}, together more than ${most}`,
  );
});

test('docs/architecture.md draws the way from an address to its screen, through 18 files of the shell at most', () => {
  const text = readFileSync(join(rootDir, 'docs', 'architecture.md'), 'utf8');
  const [, drawn = ''] = /until its screen is drawn.*:\n\n((?: {4}.+\n)+)/.exec(text) ?? [];
  const files = [...drawn.matchAll(/[\w/-]+\.tsx?/g)].map(([name]) => name);
  assert.ok(files.length > 10 && files.length <= 18, `${files.length} files`);
  assert.deepEqual(
    files.filter((name) => !existsSync(join(rootDir, 'shell', 'src', name))),
    [],
  );
});

test('docs/architecture.md draws the way of a lock, by at most 20 functions in 12 files', () => {
  const text = readFileSync(join(rootDir, 'docs', 'architecture.md'), 'utf8');
  const [, drawn = ''] = /until its outcome is known[^:]*:\n\n((?: {4}.+\n)+)/.exec(text) ?? [];
  const steps = [...drawn.matchAll(/([\w/-]+\.tsx?)\s+(\w+(?:\s+→\s+\w+(?![\w/-]*\.))*)/g)];
  const functions = steps.flatMap(([, file = '', names = '']) =>
    names.split(/\s+→\s+/).map((name) => ({ file, name })),
  );
  assert.ok(functions.length > 15 && functions.length <= 20, `${functions.length} functions`);
  assert.ok(new Set(functions.map(({ file }) => file)).size <= 12);
  const missing = functions.filter(({ file, name }) => {
    const path = ['shared-lib', 'mf-commands'].map((folder) => join(rootDir, folder, 'src', file)).find(existsSync);
    return (
      !path || !new RegExp(`\\b${name}\\b(?:: async)?(?:<.*>)?(?: = |\\(|=\\{|: )`).test(readFileSync(path, 'utf8'))
    );
  });
  assert.deepEqual(missing, []);
});

test('docs/operator-guide.md prints in bold what stands on the screen, in its words', () => {
  const texts = ['shared-lib', 'shell', ...remoteIds()].flatMap((name) =>
    [...readCatalogues(join(rootDir, name)).values()].flatMap((catalogue) => Object.keys(catalogue)),
  );
  const guide = readFileSync(join(rootDir, 'docs', 'operator-guide.md'), 'utf8').replaceAll(/\s+/g, ' ');
  const named = [...guide.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
  const quoted = [...guide.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text);
  // An ellipsis or a number replaces what varies.
  const isShown = (name: string, among: readonly string[]) =>
    name.split(/…|\d+/).every((part) => among.some((text) => text.includes(part.trim().replace(/[.:,]$/, ''))));
  assert.ok(named.length > 100 && quoted.length > 10, `${named.length} names and ${quoted.length} texts were read`);
  // The server's messages are quoted too.
  const served = [...texts, sourcesOf('reference-api/src'), sourcesOf('shared-lib/src/contract')];
  assert.deepEqual(
    [...named.filter((name) => !isShown(name, texts)), ...quoted.filter((text) => !isShown(text, served))],
    [],
  );
});

test('the tree holds the few pictures that its documents show, and no other', () => {
  const shown = documents.flatMap((document) =>
    [...readFileSync(join(rootDir, document), 'utf8').matchAll(/images\/([\w.-]+)/g)].map(([, name = '']) => name),
  );
  const kept = readdirSync(join(rootDir, 'docs', 'images'));
  assert.deepEqual(kept.sort(), [...new Set(shown)].sort());
  assert.ok(kept.length <= 8, `${kept.length} pictures`);
});

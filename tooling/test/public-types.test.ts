import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { lastRelease, publicTypes, publicTypesAt, saysBreaking, typeChanges } from '../lib/public-types.ts';
import { defined } from '../test-support/values.ts';

const first = {
  'index.ts': "export * from './shape.ts';\nexport { make } from './make.ts';\n",
  'shape.ts': '/** A comment. */\nexport interface Shape { readonly sides: number }\n',
  'make.ts':
    "import { helper } from './inside.ts';\nimport type { Shape } from './shape.ts';\nexport const make = (sides: " +
    'number): Shape => ({ sides: helper(sides) });\n',
  'inside.ts': 'export const helper = (sides: number): number => sides;\n',
};

/** The changed sources, by the name of the change. */
const changed = {
  free: {
    'shape.ts': '/** Another comment. */\nexport interface Shape { readonly sides: number }\n',
    'inside.ts': 'export const helper = (sides: number, more = 0): number => sides + more;\n',
  },
  addition: { 'shape.ts': 'export interface Shape { readonly sides: number; readonly name?: string }\n' },
  'other type': {
    'shape.ts': 'export interface Shape { readonly sides: string }\n',
    'make.ts': first['make.ts'].replace('helper(sides)', 'String(sides)'),
  },
  'lost name': { 'index.ts': "export * from './shape.ts';\n" },
};

let folder: string;
/** The types of all versions, each as a subpath of its name, from a single run of the compiler. */
let types: ReturnType<typeof publicTypes>;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
  const entries = Object.entries({ first: {}, ...changed }).map(([name, sources]) => {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries({ ...first, ...sources })) writeFileSync(join(folder, name, file), text);
    return { name, file: join(folder, name, 'index.ts') };
  });
  types = publicTypes(entries, folder);
});
after(() => rmSync(folder, { recursive: true }));

/** How the subpath `shapes` differs from its release after a change. */
const changesTo = (change: keyof typeof changed): ReturnType<typeof typeChanges> =>
  typeChanges(new Map([['shapes', defined(types.get(change))]]), new Map([['shapes', defined(types.get('first'))]]));

test('comments, bodies and what no public type reaches may change freely', () => {
  assert.deepEqual(changesTo('free'), { gone: [], text: '' });
});

test('an addition and a changed type are told line by line', () => {
  const addition = changesTo('addition');
  assert.match(addition.text, /^\+\s+readonly name\?: string;$/m);
  assert.doesNotMatch(addition.text, /^-\s/m);
  assert.match(changesTo('other type').text, /^-\s+readonly sides: number;\n\+\s+readonly sides: string;$/m);
});

test('a name that is gone is a break', () => {
  assert.deepEqual(changesTo('lost name').gone, ['make of shared-lib/shapes']);
});

test('the types of the last release come from its tag, and a commit since then may say that it breaks', () => {
  const repository = mkdtempSync(join(tmpdir(), 'released-'));
  const git = (...args: string[]) => {
    const who = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    execFileSync('git', [...who, ...args], { cwd: repository, stdio: 'ignore' });
  };
  const src = join(repository, 'shared-lib', 'src');
  mkdirSync(src, { recursive: true });
  const exports = { './shapes': './src/index.ts', './testing': './src/make.ts' };
  writeFileSync(join(repository, 'shared-lib', 'package.json'), JSON.stringify({ exports }));
  for (const [file, text] of Object.entries(first)) writeFileSync(join(src, file), text);
  git('init');
  assert.equal(lastRelease(repository), null);
  git('add', '.');
  git('commit', '-m', 'feat: shapes');
  for (const version of ['1.9.0', '1.10.0']) git('tag', `v${version}`);
  const tag = defined(lastRelease(repository));
  assert.equal(tag, 'v1.10.0');
  writeFileSync(join(src, 'index.ts'), changed['lost name']['index.ts']);
  git('commit', '-a', '-m', 'fix: fewer shapes');
  assert.deepEqual([...publicTypesAt(tag, repository)], [['shapes', defined(types.get('first'))]]);
  assert.equal(saysBreaking(tag, repository), false);
  git('commit', '--allow-empty', '-m', 'feat: nothing of shared-lib\n\nBREAKING CHANGE: elsewhere');
  assert.equal(saysBreaking(tag, repository), false);
  writeFileSync(join(src, 'inside.ts'), changed.free['inside.ts']);
  git('commit', '-a', '-m', 'fix: shapes are fewer\n\nBREAKING CHANGE: make is gone');
  assert.equal(saysBreaking(tag, repository), true);
  rmSync(repository, { recursive: true });
});

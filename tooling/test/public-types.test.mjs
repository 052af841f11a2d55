import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { describeChanges, publicTypes, recordedTypes, recordTypes, typeChanges } from '../lib/public-types.mjs';
import { defined } from '../test-support/values.mjs';

const first = {
  'index.ts': "export * from './shape.ts';\nexport { make } from './make.ts';\n",
  'shape.ts': '/** A comment. */\nexport interface Shape { readonly sides: number }\n',
  'make.ts':
    "import { helper } from './inside.ts';\nimport type { Shape } from './shape.ts';\nexport const make = (sides: " +
    'number): Shape => ({ sides: helper(sides) });\n',
  'inside.ts': 'export const helper = (sides: number): number => sides;\n',
};

/** What becomes of those sources, by the name of the change. */
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

/** @type {string} */
let folder;
/**
 * The types of them all, each a subpath of that name: one run of the compiler is enough.
 * @type {ReturnType<typeof publicTypes>}
 */
let types;
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

/**
 * What of the subpath `shapes` differs from its record after a change.
 * @type {(change: keyof typeof changed) => ReturnType<typeof typeChanges>}
 */
function changesTo(change) {
  const record = mkdtempSync(join(folder, 'record-'));
  recordTypes(new Map([['shapes', defined(types.get('first'))]]), '1.0.0', record);
  return typeChanges(new Map([['shapes', defined(types.get(change))]]), defined(recordedTypes(record)));
}

test('comments, bodies and what no public type reaches may change freely', () => {
  assert.deepEqual(changesTo('free'), []);
});

test('an addition is told, and asks for a new version and its record', () => {
  const changes = changesTo('addition');
  assert.deepEqual(
    [defined(changes[0]).removed, defined(changes[0]).gone, defined(changes[0]).came.map((line) => line.trim())],
    [[], [], ['readonly name?: string;']],
  );
  assert.match(
    describeChanges(changes, '1.0.0', '1.0.0'),
    new RegExp(
      String.raw`shared-lib/shapes: its public types are not those recorded with version 1\.0\.0\.\n ` +
        String.raw`{2}\+ readonly name\?: string;\nRaise the version in shared-lib/package\.json \(it is ` +
        String.raw`1\.0\.0\), then run npm run public-types`,
    ),
  );
  assert.match(describeChanges(changes, '1.0.0', '1.1.0'), /\nRun npm run public-types and commit/);
});

test('a changed type is told line by line, and that a break is a new subpath', () => {
  const changes = changesTo('other type');
  assert.deepEqual(
    defined(changes[0]).gone.map((line) => line.trim()),
    ['readonly sides: number;'],
  );
  assert.match(
    describeChanges(changes, '1.0.0', '1.1.0'),
    new RegExp(
      String.raw`If a remote built before could notice, it is a break: put it into a new subpath[^]* - ` +
        String.raw`readonly sides: number;\n {2}\+ readonly sides: string;`,
    ),
  );
});

test('a name that is gone is a break', () => {
  const changes = changesTo('lost name');
  assert.deepEqual(defined(changes[0]).removed, ['make']);
  assert.match(
    describeChanges(changes, '1.0.0', '1.0.0'),
    /It no longer exports make\. That breaks remotes that are published/,
  );
});

test('nothing recorded is told apart from nothing changed', () => {
  assert.equal(recordedTypes(join(folder, 'none')), null);
});

// Which version of shared-lib a remote needs, by the names that its code uses.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before as beforeAll, test } from 'node:test';
import { tableAfter } from '../lib/new-names.ts';
import { publicTypes } from '../lib/public-types.ts';
import { neededVersion, usedNames } from '../lib/since.ts';
import { buildSmall, smallRemote } from '../test-support/small-remote.ts';
import { defined } from '../test-support/values.ts';

const released = `
export declare function Card(props: CardProps): void;
interface CardProps { title: string }
export declare function Page(): void;
declare const deviceCalls: { readonly details: { path: string }; readonly last: LastCommand };
interface LastCommand { path: string }
declare const loginCalls: { readonly login: { path: string } };
export declare const calls: typeof deviceCalls & typeof loginCalls;
`;
const next = [
  released
    .replace('title: string', 'title: string; tone?: string')
    .replace('readonly last', 'readonly first: { path: string }; readonly last'),
  "export { Link } from 'react-router';\n",
].join('');
const later = next.replace('LastCommand { path', 'LastCommand { way');
const before = { first: '1.0.0', version: '1.0.0', names: {} };

/** The types of all three sources, from a single run of the compiler. */
let types: ReturnType<typeof publicTypes>;
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'since-'));
  const entries = Object.entries({ released, next, later }).map(([name, text]) => {
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, text);
    return { name, file };
  });
  types = publicTypes(entries, folder);
  rmSync(folder, { recursive: true });
});
const ui = (name: 'released' | 'next' | 'later') => new Map([['ui', defined(types.get(name))]]);

test('a release writes down which names it brings or changes, also by what they lead to', () => {
  assert.deepEqual(tableAfter(before, '1.1.0', ui('next'), ui('released')), {
    first: '1.0.0',
    version: '1.1.0',
    names: { ui: { Card: '1.1.0', calls: { first: '1.1.0', '*': '1.1.0' }, Link: '1.1.0' } },
  });
});

test('later releases add to it; a major, and the first release of all, begin it anew', () => {
  const second = tableAfter(before, '1.1.0', ui('next'), ui('released'));
  const third = tableAfter(second, '1.2.0', ui('later'), ui('next'));
  assert.deepEqual(third.names, {
    ui: { Card: '1.1.0', calls: { first: '1.1.0', last: '1.2.0', '*': '1.2.0' }, Link: '1.1.0' },
  });
  assert.equal(neededVersion(third, 'ui', ['calls.last', 'Card']), '1.2.0');
  const fresh = { first: '2.0.0', version: '2.0.0', names: {} };
  assert.deepEqual(tableAfter(third, '2.0.0', ui('next'), ui('released')), fresh);
  assert.deepEqual(tableAfter(null, '2.0.0', ui('next'), new Map()), fresh);
});

test('a remote needs the version that has what it uses, and all of a subpath that it uses as a whole', () => {
  const table = tableAfter(before, '1.10.0', ui('next'), ui('released'));
  const cases: [used: string[], version: string][] = [
    [[], '1.0.0'],
    [['Page', 'calls.details', 'calls.login.path'], '1.0.0'],
    [['Card'], '1.10.0'],
    [['Page', 'calls.first.path'], '1.10.0'],
    [['calls'], '1.10.0'],
    [[''], '1.10.0'],
  ];
  for (const [used, version] of cases) assert.equal(neededVersion(table, 'ui', used), version, used.join());
  assert.equal(neededVersion(table, 'csv', ['']), '1.0.0');
});

for (const by of ['webpack', 'rspack'] as const)
  test(`${by} tells which names of shared-lib the code of a remote uses`, async () => {
    const remote = smallRemote({
      'src/screen.tsx': `
import { calls, commandList } from '@device-console/shared-lib/contract';
import * as ui from '@device-console/shared-lib/ui';
import { useSession } from '@device-console/shared-lib/console';
import type { Column } from '@device-console/shared-lib/ui/table';
export { roleOf } from '@device-console/shared-lib/session';
const all: Record<string, unknown> = ui;
export const columns: Column<string>[] = [];
export const more = () => import('@device-console/shared-lib/csv');
const texts = [calls.deviceDetails.path, commandList.length, all['Page']];
export const Screen = () => <p>{[...texts, useSession().email].join()}</p>;`,
    });
    let used: ReturnType<typeof usedNames> = new Map();
    try {
      await buildSmall(remote, {
        by,
        onModulesBuilt: (compilation) => {
          used = usedNames(compilation.modules, compilation.moduleGraph);
        },
      });
    } finally {
      remote.close();
    }
    const found = [...used].map(([subpath, ways]) => [subpath, [...ways].toSorted()]);
    assert.deepEqual(Object.fromEntries(found), {
      console: ['useSession'],
      contract: ['calls.deviceDetails.path', 'commandList.length'],
      csv: [''],
      session: ['roleOf'],
      ui: [''],
    });
  });

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RemoteDeclaration } from '@device-console/shared-lib/remote/host';
import { readJson } from '../lib/paths.mjs';
import { partsOf } from '../lib/publishing/rules.ts';
import { buildSmall, smallRemote } from '../test-support/small-remote.ts';
import { defined } from '../test-support/values.ts';

const files = {
  'src/remote.ts': `
import { defineRemote } from '@device-console/shared-lib/remote';
const part = { id: 'year', title: 'Year', order: 1 };
const schema = { '~standard': { validate: (value: unknown) => ({ value: Object(value) }) } };
export const remote = defineRemote({
  id: 'mf-small', owner: 'A team',
  screens: [{ id: 'one', path: 'one', title: 'One', audiences: ['standard'], load: () => import('./screen.tsx') }],
  contributions: {
    deviceActions: [
      { id: 'open-one', title: 'One', order: 1, screen: 'one', rows: ['batch'], when: { outcome: ['found'] } },
    ],
    devicePanels: [{ ...part, permission: 'Reports', needs: ['years.php'], load: () => import('./panel.tsx') }],
    homePanels: [{ ...part, roles: ['ADMIN'], load: () => import('./home-panel.tsx') }],
    searchCommands: [{ ...part, permission: 'Reports', address: 'one#new' }],
  },
  serviceCalls: [{ path: 'years', permission: 'Reports', changes: true, body: schema, answer: schema }],
});`,
  'src/panel.tsx': [
    "import { Digits } from '@device-console/shared-lib/ui';",
    "import { useAddresses } from '@device-console/shared-lib/console';",
    "import classes from './panel.module.css';",
    'export function Panel({ imei }: { readonly imei: string }) {',
    '  return <p className={classes.two}><Digits>{useAddresses().to(imei)}</Digits></p>;',
    '}',
  ].join('\n'),
  'src/panel.module.css': '.two { color: blue; }',
  'src/home-panel.tsx': 'export const Panel = () => null;',
  'src/screen.tsx': [
    "import { useState } from 'react';",
    "import { Button } from '@device-console/shared-lib/ui';",
    "import classes from './screen.module.css';",
    'export function Screen() {',
    '  const [count, setCount] = useState(0);',
    '  return <p className={classes.one}><Button onPress={() => setCount(count + 1)}>{count}</Button></p>;',
    '}',
  ].join('\n'),
  'src/screen.module.css': '.one { color: red; }',
};

/**
 * Builds the remote in a fresh folder. Returns its declaration, and the hash of every file that the declaration names.
 */
async function built(by: 'webpack' | 'rspack') {
  const made = smallRemote(files);
  try {
    const { faults, dist } = await buildSmall(made, { by });
    assert.deepEqual(faults, []);
    const declaration = readJson(join(dist, 'remote.json')) as RemoteDeclaration;
    const hashes = declaration.assets.map(({ file }) => {
      const digest = createHash('sha384')
        .update(readFileSync(join(dist, file)))
        .digest('base64');
      return [file, `sha384-${digest}`];
    });
    return { declaration, hashes: Object.fromEntries(hashes) };
  } finally {
    made.close();
  }
}

/** A part with the kinds of its files instead of the files. */
const kindsOf = <Part extends { assets: readonly { kind: string }[] }>(part: Part) => ({
  ...part,
  assets: part.assets.map(({ kind }) => kind).toSorted(),
});

/** A declaration without the names and hashes of its files. */
const inWords = ({ assets, entry, container, screens, contributions, ...rest }: RemoteDeclaration) => ({
  ...rest,
  contributions: {
    ...contributions,
    devicePanels: contributions?.devicePanels?.map(kindsOf),
    homePanels: contributions?.homePanels?.map(kindsOf),
  },
  container: defined(container).replace(/_[0-9a-f]{12}$/, '_id'),
  kinds: [entry, ...assets].map(({ kind }) => kind).toSorted(),
  screens: screens.map(kindsOf),
});

test('a remote built by Rspack declares the same as one built by webpack, with the hashes of its files', async () => {
  const [byWebpack, byRspack] = [await built('webpack'), await built('rspack')];
  assert.deepEqual(inWords(byRspack.declaration), inWords(byWebpack.declaration));
  assert.match(defined(byRspack.declaration.container), /^mf_small_[0-9a-f]{12}$/);
  const [script, style] = ['script', 'style'];
  const { contributions, serviceCalls } = inWords(byWebpack.declaration);
  assert.deepEqual(serviceCalls, [{ path: 'years', permission: 'Reports', changes: true }]);
  assert.deepEqual(contributions, {
    deviceActions: [
      { id: 'open-one', title: 'One', order: 1, screen: 'one', rows: ['batch'], when: { outcome: ['found'] } },
    ],
    devicePanels: [
      {
        id: 'year',
        title: 'Year',
        order: 1,
        permission: 'Reports',
        needs: ['years.php'],
        expose: './devicePanel/year',
        assets: [script, script, style],
        parts: ['console', 'ui'],
      },
    ],
    homePanels: [
      {
        id: 'year',
        title: 'Year',
        order: 1,
        roles: ['ADMIN'],
        expose: './homePanel/year',
        assets: [script, script],
        parts: [],
      },
    ],
    searchCommands: [{ id: 'year', title: 'Year', order: 1, permission: 'Reports', address: 'one#new' }],
  });
  for (const { declaration, hashes } of [byWebpack, byRspack]) {
    for (const { file, integrity } of partsOf(declaration).flatMap(({ part }) => part.assets))
      assert.equal(integrity, hashes[file]);
    const declared = declaration.assets.map(({ file, integrity }) => [file, integrity]);
    assert.deepEqual(Object.fromEntries(declared), hashes);
  }
});

test('the same sources have the same hashes in two folders, built by Rspack', async () => {
  const [first, second] = [await built('rspack'), await built('rspack')];
  assert.deepEqual(first.declaration, second.declaration);
});

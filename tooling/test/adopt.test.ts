import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { adopt } from '../lib/adopting/adopt.ts';
import { askingForHashes } from '../lib/adopting/hash-asking.ts';
import { readJson, rootDir } from '../lib/paths.mjs';
import { publishBuild } from '../lib/publishing/releases.ts';
import { readBuild } from '../lib/publishing/build-files.ts';
import { readEntry } from '../lib/publishing/rules.ts';
import { folderStore } from '../lib/publishing/folder-store.ts';
import { candidateBuild } from '../lib/publishing/command.ts';
import { publisherOf, targetOn } from '../test-support/fake-builds.ts';
import { plainBuild } from '../test-support/plain-build.ts';

const id = 'mf-warranty';
mkdirSync(join(rootDir, '.cache'), { recursive: true });
const workshop = mkdtempSync(join(rootDir, '.cache', 'adopt-'));
after(() => rmSync(workshop, { recursive: true }));
let count = 0;
/** A fresh folder for a build, named like the remote. */
const folderOf = () => join(workshop, String((count += 1)), id);

/** The plain build. Each test that alters it does so in a copy. */
const made = plainBuild(folderOf(), 'rspack');
const plainCopy = async () => {
  const copy = folderOf();
  cpSync(dirname(await made), copy, { recursive: true });
  return join(copy, 'dist');
};

for (const by of ['webpack', 'rspack', 'rsbuild'] as const) {
  test(`a plain build by ${by} is adopted, checked and published; altered, it is refused`, async (context) => {
    const dist = by === 'rspack' ? await plainCopy() : await plainBuild(folderOf(), by, { quick: true });
    const { folder, version } = adopt(dist);
    assert.equal(version, '2.0.0');
    const said = context.mock.method(console, 'log', () => undefined);
    const build = await candidateBuild(id, folder);
    const { declaration } = build;
    const told = said.mock.calls.flatMap(({ arguments: [text] }) => String(text).split('\n'));
    assert.ok(told[0]?.endsWith(`images, and ${declaration.entry.file}, which is its bundler's.`), told[0]);
    assert.deepEqual(
      told.filter((text) => text.trim().startsWith(declaration.entry.file)),
      [],
    );
    said.mock.restore();
    assert.deepEqual(declaration.shared, { react: '^19.3.1' });
    const [screen] = declaration.screens;
    assert.deepEqual([screen?.title, screen?.assets.length], [`Warranty by ${by}`, 3]);
    assert.ok(declaration.assets.length > 3);
    assert.equal(
      readdirSync(folder).some((file) => file.startsWith('main.')),
      false,
    );
    const store = folderStore(join(workshop, `store-${by}`));
    const { entry } = await publishBuild({ target: targetOn(store), by: publisherOf(workshop, id), id, build });
    assert.equal(readEntry(entry).status, 'usable');

    const style = screen?.assets.find(({ kind }) => kind === 'style')?.file ?? '';
    const chunk = declaration.assets.map(({ file }) => file).find((file) => /(^|\/)\d+(\.\w+)?\.js$/.test(file)) ?? '';
    for (const file of [declaration.entry.file, chunk, style]) {
      const text = readFileSync(join(folder, file), 'utf8');
      writeFileSync(join(folder, file), `${text} `);
      await assert.rejects(readBuild(folder, id), new RegExp(`${file} has another content than its hash`));
      writeFileSync(join(folder, file), text);
    }
    const declared = join(folder, 'remote.json');
    const { assets, ...others } = readJson(declared) as { assets: { file: string }[] };
    writeFileSync(declared, JSON.stringify({ ...others, assets: assets.filter(({ file }) => file !== chunk) }));
    await assert.rejects(readBuild(folder, id), new RegExp(`${chunk} is not named in remote\\.json`));
  });
}

test('two builds have chunk lists and containers of their own; the same build is adopted as the same', async () => {
  const dist = await plainCopy();
  const declarationOf = () => readFileSync(join(adopt(dist).folder, 'remote.json'), 'utf8');
  const first = declarationOf();
  assert.equal(declarationOf(), first);
  const { container } = JSON.parse(first);
  const chunks = readdirSync(join(dirname(dist), 'adopted')).filter((file) => file.endsWith('.js'));
  for (const file of chunks)
    assert.ok(readFileSync(join(dirname(dist), 'adopted', file), 'utf8').includes(`deviceConsoleChunks_${container}`));
  writeFileSync(join(dist, '__federation_expose_Warranty.css'), '.warranty-app { color: red; }');
  assert.notEqual(JSON.parse(declarationOf()).container, container);
});

const refused: [what: string, more: Parameters<typeof plainBuild>[2], reason: RegExp][] = [
  ['an entry that is a module', { federation: { library: { type: 'module' } } }, /of the type "module"/],
  ['an address that is fixed', { output: { publicPath: 'https://cdn.example/' } }, /publicPath is "https:\/\/cdn/],
  ['a React of its own', { federation: { shared: {} } }, /does not share react/],
  [
    'a React that need not be the only one',
    { federation: { shared: { react: { singleton: false } } } },
    /singleton: false/,
  ],
  [
    'a React of another share scope',
    { federation: { shared: { react: { singleton: true, shareScope: 'mine' } } } },
    /takes react from the share scope "mine"/,
  ],
  ['a share scope of its own', { federation: { shareScope: 'mine' } }, /from the share scope "mine"/],
  ['nothing exposed', { federation: { exposes: {} } }, /exposes nothing/],
  [
    'remotes of its own',
    { federation: { remotes: { other: 'other@https://other.example/remoteEntry.js' } } },
    /loads another remote, other/,
  ],
  ['no manifest', { federation: { manifest: false } }, /holds no mf-manifest\.json/],
];

for (const [what, more, reason] of refused)
  test(`a build with ${what} is refused with the reason`, async () => {
    const dist = await plainBuild(folderOf(), 'rspack', { ...more, quick: true });
    assert.throws(() => adopt(dist), reason);
  });

test('by webpack too, a React of another share scope is refused', async () => {
  const dist = await plainBuild(folderOf(), 'webpack', { federation: { shareScope: 'mine' } });
  assert.throws(() => adopt(dist), /takes react from the share scope "mine"/);
});

const withSharedLib = (requiredVersion: string) => ({
  quick: true,
  imports: '@device-console/shared-lib/api',
  federation: {
    shared: {
      react: { singleton: true },
      '@device-console/shared-lib/api': { singleton: true, import: false, requiredVersion },
    },
  },
});

test('shared-lib is taken from the host, in the version that the build says it needs', async () => {
  const { folder } = adopt(await plainBuild(folderOf(), 'rspack', withSharedLib('^1.0.0')));
  const { declaration } = await readBuild(folder, id);
  assert.deepEqual(declaration.contract, { api: '^1.0.0' });
  const vague = await plainBuild(folderOf(), 'rspack', withSharedLib('*'));
  assert.throws(() => adopt(vague), /api from the host without saying which version it needs/);
});

test('a build of React 18 is adopted if its parts are mounted, and refused as components', async () => {
  const dist = await plainBuild(folderOf(), 'rspack', { quick: true, mounts: true });
  const { declaration } = await readBuild(adopt(dist).folder, id);
  assert.equal(declaration.mounts, true);
  // Its React is its own.
  assert.deepEqual([declaration.shared, declaration.contract], [{}, { console: '^1.0.0', contract: '^1.0.0' }]);
  const described = join(dirname(dist), 'device-console.json');
  writeFileSync(described, readFileSync(described, 'utf8').replace('"mounts":true,', ''));
  assert.throws(() => adopt(dist), /made for React 18\.3\.1, and the console has 19\.3\.1\. .*"mounts": true/);
});

test('a mounted build may not take from the console what needs its React', async () => {
  const missing = { singleton: true, import: false as const, requiredVersion: '^1.0.0' };
  const [imports, contract] = ['@device-console/shared-lib/console', '@device-console/shared-lib/contract'];
  const shared = { react: { singleton: true }, [imports]: missing, [contract]: missing };
  const dist = await plainBuild(folderOf(), 'rspack', { quick: true, mounts: true, imports, federation: { shared } });
  assert.throws(() => adopt(dist), /has "mounts", and takes @device-console\/shared-lib\/console from the console/);
});

test('a build by Vite is refused, as its manifest says what it is made of', () => {
  const dist = join(folderOf(), 'dist');
  // As @module-federation/vite 1.23 writes it.
  const remoteEntry = { name: 'remoteEntry.js', path: '', type: 'module' };
  const js = { sync: ['assets/warranty-uf4aX_RP.js'], async: ['assets/terms-CRoVkUDN.js'] };
  const exposes = [{ name: 'Warranty', path: './Warranty', assets: { js, css: { sync: [], async: [] } } }];
  const metaData = { name: 'warranty', type: 'app', remoteEntry, globalName: 'warranty', publicPath: 'auto' };
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'mf-manifest.json'), JSON.stringify({ metaData, shared: [], remotes: [], exposes }));
  writeFileSync(join(dirname(dist), 'package.json'), '{"version":"2.0.0"}');
  writeFileSync(join(dirname(dist), 'device-console.json'), '{}');
  assert.throws(
    () => adopt(dist),
    /of the type "module", as Vite makes it\..*Build the same sources by Rsbuild, Rspack or webpack/,
  );
});

test('a build that is not whole, a wrong description and chunks of no known bundler are refused', async () => {
  const dist = await plainCopy();
  const manifest = join(dist, 'mf-manifest.json');
  const described = join(dirname(dist), 'device-console.json');
  const whole = readFileSync(described, 'utf8');
  writeFileSync(described, whole.replace('./Warranty', './Waranty'));
  assert.throws(() => adopt(dist), /has "warranty" as \.\/Waranty; the build exposes \.\/Warranty/);
  rmSync(described);
  assert.throws(() => adopt(dist), /holds no device-console\.json/);
  writeFileSync(described, whole);
  writeFileSync(join(dist, '__federation_expose_Warranty.js'), "export const x = await import('./terms.js');");
  assert.throws(() => adopt(dist), /__federation_expose_Warranty\.js is no chunk of webpack or Rspack/);
  rmSync(join(dist, '__federation_expose_Warranty.js'));
  assert.throws(() => adopt(dist), /not whole: __federation_expose_Warranty\.js of its manifest is missing/);
  writeFileSync(manifest, '{}');
  assert.throws(() => adopt(dist), /is no manifest of @module-federation\/enhanced/);
});

test('each way to make a script or link gets its hash, and what cannot be followed is refused', () => {
  for (const text of [
    "function l(u){var s=document.createElement('script');s.charset='utf-8',s.src=u;document.head.append(s)}",
    "function l(u){let s;return s||(s=document.createElement('script')).async=!0,s.src||(s.src=u),s}",
    "function l(u){let s;(s=document.createElement('script')).setAttribute('src',u)}",
  ])
    assert.match(askingForHashes(text), /s\.integrity=globalThis\.deviceConsoleIntegrity\?\.\(s\.src\)\?\?"sha384-A+"/);
  assert.throws(() => askingForHashes("document.head.append(Object.assign(document.createElement('script'),{src}))"), {
    message: /makes a script element whose address cannot be followed/,
  });
  assert.throws(() => askingForHashes("import('./chunk.js')"), /loads no scripts by script elements/);
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { writeRemote, newManifest } from '../lib/create-remote.mjs';
import { nativeCompiler, readManifest, rootDir } from '../lib/paths.mjs';
import { evaluateRemote } from '../lib/evaluate-remote.mjs';
import { declaredTitles, readCatalogues } from '../lib/remote-languages.mjs';
import { namesOf } from '../lib/remote-names.mjs';
import { textsOfSource } from '../lib/texts/extract-texts.mjs';
import { lintFindings } from '../test-support/lint-findings.mjs';

const names = namesOf('mf-spare-parts');
/** A remote as `create-remote` makes it, with everything that it offers; its folder lies beside no other. */
let workshop = '';
/** @type {string[]} */
let files = [];
const folder = () => join(workshop, names.id);
before(async () => {
  mkdirSync(join(rootDir, '.cache'), { recursive: true });
  workshop = mkdtempSync(join(rootDir, '.cache', 'scaffold-'));
  writeFileSync(join(workshop, 'tsconfig.base.json'), '{ "extends": "../../tsconfig.base.json" }');
  files = await writeRemote(folder(), names, {
    panel: true,
    permission: 'Spare Parts',
    languages: ['hi', 'te'],
    e2e: true,
  });
});
after(() => rmSync(workshop, { recursive: true }));

test('N5 a new remote has its own permission, and a panel for those who may make its call', async () => {
  const { screens, contributions } = await evaluateRemote(folder());
  assert.deepEqual(
    screens.map(({ id, permission }) => [id, permission]),
    [['spare-parts', 'Spare Parts']],
  );
  assert.deepEqual(
    contributions?.devicePanels?.map(({ id, title, permission }) => [id, title, permission]),
    [['spare-parts', 'Spare Parts', 'Device Details']],
  );
});

test('a permission is written as the console has it, and what can be none is refused', async () => {
  const other = join(workshop, 'other');
  await writeRemote(other, names, { permission: 'app version' });
  assert.equal((await evaluateRemote(other)).screens[0]?.permission, 'App Version');
  await assert.rejects(writeRemote(other, names, { permission: "Owner's" }), /"Owner's" is no name of a permission/);
  await assert.rejects(writeRemote(other, names, { languages: ['Hindi'] }), /"Hindi" is no code of a language/);
});

test('a new remote passes the compiler', () => {
  const { status, stdout } = spawnSync(process.execPath, [nativeCompiler, '-p', folder()], { encoding: 'utf8' });
  assert.equal(stdout, '');
  assert.equal(status, 0);
});

test('D31 a new remote passes the linter, also the rule that every text stands in t()', () => {
  assert.deepEqual([...lintFindings(workshop, folder())], []);
});

test('D31 the catalogues of a new remote have a place for each of its texts that shared-lib has not', async () => {
  const titles = declaredTitles(await evaluateRemote(folder()));
  const sources = files.filter((file) => /^src\/.*(?<!\.test)\.tsx?$/.test(file));
  const texts = sources.flatMap((file) => [...textsOfSource(readFileSync(join(folder(), file), 'utf8'), file).texts]);
  assert.ok(texts.includes('Find a device'));
  const common = readCatalogues(join(rootDir, 'shared-lib')).get('hi');
  const all = [...new Set([...texts, ...titles])].toSorted();
  const made = readCatalogues(folder());
  assert.deepEqual(
    Object.keys(made.get('hi') ?? {}),
    all.filter((text) => !common?.[text]),
  );
  assert.deepEqual(Object.keys(made.get('te') ?? {}), all);
});

test('outside, a new shared-lib is installed from its file alone, by one command and no registry', () => {
  const outside = mkdtempSync(join(tmpdir(), 'outside-'));
  /** @type {(command: string, ...args: string[]) => void} */
  const npm = (command, ...args) => {
    const options = ['--no-audit', '--no-fund', '--fetch-retries=0', '--registry=http://127.0.0.1:9/'];
    const { status, stderr } = spawnSync('npm', [command, ...args, ...options], { cwd: outside, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
  };
  /** @type {(file: string, value: object) => void} */
  const write = (file, value) => {
    mkdirSync(dirname(join(outside, file)), { recursive: true });
    writeFileSync(join(outside, file), JSON.stringify(value));
  };
  /** @type {(name: string, version: string) => string} */
  const packed = (name, version) => {
    write(`made/${name}/package.json`, { name: `@device-console/${name}`, version });
    npm('pack', `./made/${name}`, '--pack-destination', outside);
    return `file:device-console-${name}-${version}.tgz`;
  };
  try {
    const neighbour = readManifest(join(rootDir, 'mf-devices'));
    const { react, ...ours } = neighbour.dependencies;
    assert.ok(react);
    write(
      'mf-warranty/package.json',
      newManifest('mf-warranty', { ...neighbour, dependencies: ours }, { isOutside: true }),
    );
    write('package.json', {
      name: 'a-team',
      workspaces: ['mf-*'],
      dependencies: { '@device-console/shared-lib': packed('shared-lib', '1.0.0') },
      devDependencies: { '@device-console/tooling': packed('tooling', '1.0.0') },
    });
    npm('install');
    npm('install', packed('shared-lib', '1.1.0').replace('file:', './'));
    const installed = join(outside, 'node_modules', '@device-console', 'shared-lib');
    assert.equal(readManifest(installed).version, '1.1.0');
    assert.equal(existsSync(join(outside, 'mf-warranty', 'node_modules', '@device-console')), false);
  } finally {
    rmSync(outside, { recursive: true });
  }
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { namesOf, newManifest, writeRemote } from '../lib/create-remote.ts';
import { nativeCompiler, readManifest, rootDir } from '../lib/paths.mjs';
import { evaluateRemote } from '../lib/evaluate-remote.ts';
import { declaredTitles, readCatalogues } from '../lib/remote-languages.ts';
import { textsOfSource } from '../lib/texts/extract-texts.ts';
import { lintFindings } from '../test-support/lint-findings.ts';

const names = namesOf('mf-spare-parts');
/** A workspace with one remote, which `create-remote` makes with every option. */
let workshop = '';
let files: string[] = [];
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
  const { status, stdout } = spawnSync(process.execPath, [nativeCompiler(), '-p', folder()], { encoding: 'utf8' });
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

test('outside, a new remote takes the packages of its workspace, which names each by its file', () => {
  const neighbour = readManifest(join(rootDir, 'mf-devices'));
  const { dependencies, devDependencies, scripts } = newManifest('mf-warranty', neighbour, true);
  assert.deepEqual(dependencies, { '@device-console/shared-lib': '*', react: neighbour.dependencies['react'] });
  assert.deepEqual(devDependencies, { '@device-console/tooling': '*' });
  assert.equal(scripts['build'], 'device-console build');
  assert.equal(scripts['test'], 'node ../node_modules/@device-console/tooling/jest/run.mjs');
  for (const script of Object.values(scripts)) assert.doesNotMatch(script, /\.\.\/tooling/);
});

// Makes a new remote's folder: the screen and its test from templates, everything else as its neighbours have it.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isReserved, namesOf } from './remote-names.mjs';
import { lockRemote } from './lock-remote.mjs';
import { readJson, remoteIds, rootDir, toolingDir } from './paths.mjs';
import { evaluateRemote } from './remote-declaration.mjs';

const templates = join(toolingDir, 'templates', 'remote');
// The remote whose set-up a new one takes over, so that the two cannot drift apart.
const neighbour = 'mf-devices';
const sameAsNeighbour = ['tsconfig.json', 'jest.config.mjs', 'src/css.d.ts'];

/**
 * Makes the remote `id` and answers its files and the title of its screen. All or nothing: throws, and leaves no folder, when the name
 * does not fit, is taken, or gives an address that another remote has.
 */
export async function createRemote(id) {
  const names = namesOf(id);
  const folder = join(rootDir, id);
  if (existsSync(folder)) throw new Error(`the folder ${id} is there already; choose another name, or remove it yourself.`);
  await refuseTakenPath(names.path);
  const staging = join(rootDir, '.cache', `create-${id}-${process.pid}`);
  const files = { ...setUp(id), ...fromTemplates(names) };
  try {
    for (const [file, text] of Object.entries(files)) writeWithFolders(join(staging, file), text);
    renameSync(staging, folder);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  const workflow = writeWorkflow(id);
  lockRemote(id);
  return { title: names.title, files: [...Object.keys(files).map((file) => `${id}/${file}`), ...workflow].sort() };
}

/** Two remotes at one address would leave one of them unreachable. */
async function refuseTakenPath(path) {
  if (isReserved(path)) throw new Error(`its screen's address would be /${path}, which belongs to the shell.`);
  for (const id of remoteIds()) {
    const { screens } = await evaluateRemote(join(rootDir, id));
    if (screens.some((screen) => screen.path.split('/')[0] === path)) throw new Error(`its screen's address would be /${path}, which ${id} has already.`);
  }
}

/** What every remote has alike. */
function setUp(id) {
  const { scripts, dependencies, devDependencies } = readJson(join(rootDir, neighbour, 'package.json'));
  const own = { name: `@device-console/${id}`, version: '1.0.0', private: true, type: 'module', scripts, dependencies, devDependencies };
  const copied = sameAsNeighbour.map((file) => [file, readFileSync(join(rootDir, neighbour, file), 'utf8')]);
  return { 'package.json': `${JSON.stringify(own, null, 2)}\n`, ...Object.fromEntries(copied) };
}

/** The templates' files by their path in the remote, with its names filled in. */
function fromTemplates(names) {
  const fill = (text) => text.replace(/__([a-z]+)__/g, (_whole, key) => names[key]);
  return Object.fromEntries(templateFiles(templates).map((file) => [
    fill(relative(templates, file)).replace(/\.template$/, ''), fill(readFileSync(file, 'utf8')),
  ]));
}

function templateFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? templateFiles(path) : [path];
  });
}

/** The neighbour's workflow under the new name, where the repository has workflows. */
function writeWorkflow(id) {
  const workflow = (name) => join('.github', 'workflows', `${name}.yml`);
  if (!existsSync(join(rootDir, workflow(neighbour)))) return [];
  const text = readFileSync(join(rootDir, workflow(neighbour)), 'utf8').replaceAll(neighbour, id);
  writeFileSync(join(rootDir, workflow(id)), text, { flag: 'wx' });
  return [workflow(id)];
}

function writeWithFolders(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

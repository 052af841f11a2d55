// What the publishing commands share: how they read their arguments, end, and find remote, store, key and console.
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { remoteIds } from '../paths.mjs';
import { buildIfChanged } from '../build-if-changed.mjs';
import { remoteBuild, webJob } from '../workspace.mjs';
import { readBuild } from './build-files.mjs';
import { contractProblems, deployedConsole, keyProblems } from './deployed-console.mjs';
import { keyFileOf, readKey } from './keys.mjs';
import { localKeysDir } from './local-keys.mjs';
import { PublishedMeanwhile } from './registry.mjs';
import { defaultKeep } from './releases.mjs';
import { publishTarget } from './targets.mjs';

const storeOptions = { to: { type: 'string' }, origin: { type: 'string' }, console: { type: 'string' }, key: { type: 'string' }, keep: { type: 'string' }, 'even-if-refused': { type: 'boolean' } };

/** Wrong use of a command: it ends with 2. */
class Usage extends Error {
  name = 'Usage';
}

/** The console would not load it: the command ends with 3. */
class DoesNotFit extends Error {
  name = 'DoesNotFit';
}

/** Runs a command: 0 when it worked, 1 failed, 2 wrongly called, 3 the console would refuse it, 4 published by others meanwhile. */
export async function runCommand(usage, options, work) {
  try {
    await work(readArguments(usage, { ...storeOptions, ...options }));
  } catch (error) {
    console.error(error.message);
    process.exitCode = error instanceof Usage ? 2 : error instanceof DoesNotFit ? 3 : error instanceof PublishedMeanwhile ? 4 : 1;
  }
}

function readArguments(usage, options) {
  try {
    return { ...parseArgs({ allowPositionals: true, options }), usage };
  } catch (error) {
    throw new Usage(`${error.message}\n${usage}`);
  }
}

export const wrongUse = (message, usage) => new Usage(`${message}\n${usage}`);

/** The remote that a command names; inside a remote's folder, that one. */
export function namedRemote({ positionals, usage }) {
  const known = remoteIds();
  const id = positionals[0] ?? basename(process.cwd());
  if (!known.includes(id) || positionals.length > 1) throw wrongUse(`Name the remote: ${known.join(', ')}.`, usage);
  return id;
}

/** Builds the remote if its sources changed, or takes the build in `dist`. */
export async function candidateBuild(id, dist) {
  if (!dist) await buildIfChanged([webJob(id)], console.log);
  return readBuild(dist ? resolve(dist) : remoteBuild(id), id);
}

/** `{ target, by, deployed }` as the arguments say; a console is known when it is this machine's or named by --console. */
export async function publisher(id, { values, usage }) {
  const keep = Number(values.keep ?? defaultKeep);
  if (!Number.isInteger(keep) || keep < 1) throw wrongUse(`--keep is a whole number of versions from 1, not "${values.keep}".`, usage);
  const target = publishTarget(values);
  const key = readKey(values.key ? resolve(values.key) : keyFileOf(localKeysDir(), id));
  const deployed = values.to && !values.console ? null : await deployedConsole(values.console);
  return { target, deployed, by: { key, keep, trusted: deployed?.registryKeys ?? [], now: () => new Date().toISOString() } };
}

/** Refuses what the console would refuse, unless it is told that the console is upgraded next. */
export function checkFit(id, declaration, { deployed, by }, evenIfRefused) {
  if (!deployed) {
    console.log('Not checked against a console; name one with --console.');
    return;
  }
  const problems = [...contractProblems(declaration, deployed), ...keyProblems(id, by.key, deployed)];
  if (problems.length === 0) return;
  const found = `${id} ${declaration.version} does not fit. ${problems.join('\n')}`;
  if (!evenIfRefused) throw new DoesNotFit(`${found}\nNothing was published. --even-if-refused publishes it all the same, for a console that is upgraded next.`);
  console.log(`${found}\nPublished all the same, as --even-if-refused says.`);
}

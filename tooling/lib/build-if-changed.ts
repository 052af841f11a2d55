// Builds packages whose sources changed since their last build, by a hash of all inputs of a build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readJson, rootDir, toolingDir } from './paths.mjs';
import { type Log, runNode } from './run-node.ts';
import { sinceFile } from './since.ts';
import { type BuildJob, sharedLibDir } from './workspace.mjs';

const ignored = new Set(['node_modules', 'dist', '.cache', '.data', 'bench', 'test-support']);

function* filesBelow(path: string): Generator<string> {
  if (!existsSync(path)) return;
  if (statSync(path).isFile()) yield path;
  else for (const name of readdirSync(path).sort()) if (!ignored.has(name)) yield* filesBelow(join(path, name));
}

/** The third-party packages in the lock file. Remotes are left out: a new remote does not rebuild the others. */
function lockedPackages() {
  // A workspace outside the repository may have no lock file.
  const file = ['package-lock.json', join('node_modules', '.package-lock.json')]
    .map((name) => join(rootDir, name))
    .find(existsSync);
  if (!file) return '';
  const { packages } = readJson(file) as { packages: Record<string, { link?: boolean }> };
  return JSON.stringify(Object.entries(packages).filter(([path, { link }]) => !link && path.includes('node_modules/')));
}

/** Leaves out tests. */
function hashOf(before: readonly string[], paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of before) hash.update(text).update('\0');
  for (const path of paths) {
    for (const file of filesBelow(path)) {
      if (/\.(test|spec)\.(tsx?|js)$/.test(file)) continue;
      hash.update(relative(rootDir, file)).update('\0').update(readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/** The hash of the inputs that all builds share: this Node, third-party packages, shared-lib and the tools. */
function commonHash() {
  const sharedLib = ['package.json', sinceFile, 'src', 'dist'].map((name) => join(sharedLibDir, name));
  return hashOf([process.version, lockedPackages()], [...sharedLib, join(rootDir, 'tsconfig.base.json'), toolingDir]);
}

/** Builds two packages at a time. */
export async function buildIfChanged(packages: readonly BuildJob[], log: Log): Promise<void> {
  const common = commonHash();
  const waiting = packages.flatMap(({ name, script, output = join(rootDir, name, 'dist') }) => {
    const stamp = join(output, '.inputs');
    const inputs = hashOf([common], [join(rootDir, name)]);
    return existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs ? [] : [{ name, script, stamp, inputs }];
  });
  if (waiting.length > 0) log(`building ${waiting.map(({ name }) => name).join(', ')}, two at a time`);
  const worker = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      const started = performance.now();
      const { code, output } = await runNode([job.script], { cwd: join(rootDir, job.name) });
      if (code !== 0) throw new Error(`Building ${job.name} failed:\n${output}`);
      if (output.trim()) log(output.trim());
      writeFileSync(job.stamp, job.inputs);
      log(`built ${job.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  };
  await Promise.all([worker(), worker()]);
}

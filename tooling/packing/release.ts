// A release: one archive with everything that a console runs on, without a build and without packages of a registry.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { build } from 'esbuild';
import { create } from 'tar';
import { buildIfChanged } from '../lib/build-if-changed.ts';
import type { CommandName } from '../lib/commands.mjs';
import { readManifest, releaseFile, remoteIds, rootDir, toolingDir } from '../lib/paths.mjs';
import type { Log } from '../lib/run-node.ts';
import { billOf, wholeBill } from '../lib/sbom.ts';
import { copyNode } from './node.ts';
import { buildJobs } from '../lib/workspace.mjs';

/** The tools that an administrator needs; they read builds, never sources. */
const toolsOfRelease: readonly CommandName[] = [
  'keys',
  'publish-remote',
  'publish-own',
  'first-run',
  'install-host',
  'switch-host',
  'rollback-host',
  'rollback',
  'canary',
  'preview',
  'renew',
  'stack',
  'watch-canaries',
  'status',
  'store-token',
  'serve',
];

/** What the parts of shared-lib need which these tools load; of react the version, which remotes are compared with. */
const packagesOfSharedLib = ['valibot', 'crypto-js', 'standardwebhooks', 'react'];

const sumsFile = 'SHA256SUMS';

export interface ReleaseOptions {
  /** The folder for the archive. */
  readonly to: string;
  /** A private key in PEM, which signs the checksums. */
  readonly key?: string | undefined;
  readonly log: Log;
}

/** Makes the archive of the version in this repository. Returns its path. */
export async function packRelease({ to, key, log }: ReleaseOptions): Promise<string> {
  await buildIfChanged(buildJobs(), log);
  const { version } = readManifest(join(rootDir, 'shell'));
  const name = `device-console-${version}`;
  const staging = mkdtempSync(join(tmpdir(), 'device-console-release-'));
  try {
    const folder = join(staging, name);
    await stageRelease(folder, version);
    const sums = writeSums(folder);
    if (key !== undefined) writeFileSync(join(folder, `${sumsFile}.sig`), sign('sha256', sums, privateKey(key)));
    mkdirSync(to, { recursive: true });
    const file = join(to, `${name}-${platform()}.tar.gz`);
    // Without owners and with one time, the same sources make the same archive.
    await create({ file, gzip: true, cwd: staging, portable: true, mtime: commitTime() }, [name]);
    return file;
  } finally {
    rmSync(staging, { recursive: true });
  }
}

async function stageRelease(folder: string, version: string): Promise<void> {
  const copy = (path: string, filter?: (file: string) => boolean): void =>
    cpSync(join(rootDir, path), join(folder, path), { recursive: true, ...(filter && { filter }) });
  for (const name of ['shell', ...remoteIds()]) {
    copy(join(name, 'dist'));
    copy(join(name, 'package.json'));
  }
  for (const file of ['server.mjs', 'server.mjs.map', 'cli.mjs', 'cli.mjs.map']) copy(join('reference-api/dist', file));
  for (const file of ['package.json', 'README.md']) copy(join('reference-api', file));
  copy('shared-lib/package.json');
  copy('shared-lib/src', (file) => !/\.test\.tsx?$|[/\\]testing([/\\]|$)/.test(file));
  for (const path of ['deploy', 'docs', 'README.md']) copy(path);
  const tools = await reachedBy(toolsOfRelease);
  for (const file of [...tools.files, 'tooling/device-console.mjs', 'tooling/package.json']) copy(file);
  const api = Object.keys(readManifest(join(rootDir, 'reference-api')).dependencies);
  copyPackages(folder, 'reference-api', api);
  copyPackages(folder, 'tooling', tools.packages);
  copyPackages(folder, 'shared-lib', packagesOfSharedLib);
  const whole = wholeBill();
  for (const part of ['shell', ...remoteIds(), 'reference-api'])
    writeJson(join(folder, part, 'sbom.cdx.json'), billOf(part, whole));
  const { engines } = readManifest(rootDir);
  writeJson(join(folder, 'package.json'), { name: 'device-console', version, private: true, type: 'module', engines });
  writeJson(join(folder, releaseFile), {
    version,
    commit: git('rev-parse', '--short=12', 'HEAD'),
    platform: platform(),
  });
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  cpSync(join(toolingDir, 'packing', 'device-console.mjs'), join(bin, 'device-console.mjs'));
  cpSync(join(toolingDir, 'packing', 'device-console.sh'), join(bin, 'device-console'));
  for (const file of [join(bin, 'device-console'), join(folder, 'deploy', 'install')]) chmodSync(file, 0o755);
  await copyNode(bin, platform());
}

/** The files of the tools that these commands need, from the repository's top, and the packages that they import. */
async function reachedBy(commands: readonly CommandName[]): Promise<{ files: string[]; packages: string[] }> {
  const { metafile } = await build({
    // The command line names the scripts of all commands.
    entryPoints: [join('lib', 'install.mjs'), ...commands.map((command) => `${command}.js`)].map((script) =>
      join(toolingDir, script),
    ),
    absWorkingDir: rootDir,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    metafile: true,
    write: false,
    outdir: 'unwritten',
    logLevel: 'silent',
  });
  const requests = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external, path }) => external && /^[@a-z]/.test(path)).map(({ path }) => path),
  );
  const packages = requests.map((path) =>
    path
      .split('/')
      .slice(0, path.startsWith('@') ? 2 : 1)
      .join('/'),
  );
  const { dependencies } = readManifest(toolingDir);
  return {
    files: Object.keys(metafile.inputs),
    packages: [...new Set(packages)].filter((name) => Object.hasOwn(dependencies, name)),
  };
}

/** Copies packages and what they need to the places at which Node finds them, as npm has laid them out. */
function copyPackages(folder: string, from: string, names: readonly string[]): void {
  const seen = new Set<string>();
  const visit = (importer: string, name: string, isRequired: boolean): void => {
    const source = installedAt(importer, name);
    if (source === null) {
      if (isRequired) throw new Error(`${name}, which ${relative(rootDir, importer)} needs, is not installed.`);
      return;
    }
    if (seen.has(source)) return;
    seen.add(source);
    const nested = join(source, 'node_modules');
    cpSync(source, join(folder, relative(rootDir, source)), { recursive: true, filter: (path) => path !== nested });
    const { dependencies = {}, optionalDependencies = {} } = readManifest(source) as Needs;
    for (const need of Object.keys(dependencies)) visit(source, need, !Object.hasOwn(optionalDependencies, need));
    for (const need of Object.keys(optionalDependencies)) visit(source, need, false);
  };
  for (const name of names) if (!name.startsWith('@device-console/')) visit(join(rootDir, from), name, true);
}

interface Needs {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Where Node finds a package, seen from a folder of this repository; null if nowhere in it. */
function installedAt(importer: string, name: string): string | null {
  for (let place = importer; ; place = dirname(place)) {
    const found = join(place, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (place === rootDir) return null;
  }
}

/** Writes the checksums of all files, as `sha256sum --check` reads them. Returns their text. */
function writeSums(folder: string): Buffer {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const lines = files.map((file) => {
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    return `${sum}  ${relative(folder, file).replaceAll(sep, '/')}\n`;
  });
  const text = Buffer.from(lines.join(''));
  writeFileSync(join(folder, sumsFile), text);
  return text;
}

const privateKey = (file: string) => createPrivateKey(readFileSync(file));

const platform = (): string => `${process.platform}-${process.arch}`;

const git = (...args: string[]): string => execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' }).trim();

const commitTime = (): Date => new Date(Number(git('log', '-1', '--format=%ct')) * 1000);

const writeJson = (file: string, value: unknown): void => writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

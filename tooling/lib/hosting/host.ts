// A computer that a console is installed on: its settings, its programs and its files.
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJson, rootDir, writeJsonAtomically } from '../paths.mjs';

/** What an administrator says of a console. */
export interface HostSettings {
  /** The names under which browsers reach the console and the store of remotes. */
  readonly console: string;
  readonly remotes: string;
  /** `acme`, or the folder of the certificate's two files. */
  readonly certificate: string;
  /** The address of an ACME directory that is not certbot's own. */
  readonly acmeServer?: string | undefined;
  readonly superadmin: string;
  readonly phone: string;
  /** The provider's address, or `simulator`. */
  readonly gateway: string;
}

/** What is kept of an installation: its settings, and what it wrote into files that an administrator may edit. */
interface Kept {
  readonly settings?: Partial<HostSettings>;
  readonly written?: Readonly<Record<string, string>>;
}

const keptFile = '/etc/device-console/install.json';

/** Returns what was said when this computer was installed; an empty object if it never was. */
export const keptSettings = (): Partial<HostSettings> => kept().settings ?? {};

const kept = (): Kept => (existsSync(keptFile) ? (readJson(keptFile) as Kept) : {});

/** Keeps the settings, so that no later run has to be told them. */
export const keepSettings = (settings: HostSettings): void => keep({ ...kept(), settings });

function keep(value: Kept): void {
  mkdirSync(dirname(keptFile), { recursive: true });
  writeJsonAtomically(keptFile, value);
}

/** True where systemd runs the computer; not in a chroot or a container. */
export const hasSystemd = (): boolean => existsSync('/run/systemd/system');

/** Runs a program and returns how it ended; it may be missing. */
export const attempt = (program: string, args: readonly string[], input = ''): SpawnSyncReturns<string> =>
  spawnSync(program, args, {
    encoding: 'utf8',
    input,
    env: { ...process.env, LC_ALL: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' },
  });

/** Runs a program and returns what it printed. Throws with what it said if it failed. */
export function run(program: string, args: readonly string[], input = ''): string {
  const { status, stdout, stderr, error } = attempt(program, args, input);
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr || stdout}`);
  return stdout;
}

const sumOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Returns a file's text, or undefined if there is none. */
export const textOf = (file: string): string | undefined => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

/** Returns the text of a file of deploy/ in this release. */
export const deployed = (...names: string[]): string => readFileSync(join(rootDir, 'deploy', ...names), 'utf8');

/** A file of the installation, as it should be. */
export interface PlacedFile {
  readonly path: string;
  readonly text: string;
}

/** Whether the file is as it should be, or an administrator's own version stands in its place. */
export const isPlaced = ({ path, text }: PlacedFile): boolean => {
  const found = textOf(path);
  return found !== undefined && (found === text || (isEdited(path, found) && textOf(`${path}.new`) === text));
};

const isEdited = (path: string, found: string): boolean => kept().written?.[path] !== sumOf(found);

/**
 * Writes a file. One that an administrator has edited stays, and the new text is written beside it. Returns the path
 * that was written.
 */
export function place({ path, text }: PlacedFile): string {
  const found = textOf(path);
  mkdirSync(dirname(path), { recursive: true });
  if (found !== undefined && found !== text && isEdited(path, found)) {
    writeFileSync(`${path}.new`, text);
    return `${path}.new`;
  }
  writeFileSync(path, text);
  const { written, ...rest } = kept();
  keep({ ...rest, written: { ...written, [path]: sumOf(text) } });
  return path;
}

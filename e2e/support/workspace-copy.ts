import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rootDir } from './test-console.ts';

const left = new Set(['node_modules', '.git', '.cache', '.data', '.run', 'test-results', 'playwright-report']);

/** A copy of this repository, with its builds, for tests that change sources. Packages of others are linked, not copied. */
export interface WorkspaceCopy {
  readonly folder: string;
  /** Runs a program in a folder of the copy and answers its output; throws with that output when it fails. */
  run(command: string, args: readonly string[], folder?: string): string;
  /** Starts a program of the copy and waits until its output holds `ready`. */
  start(args: readonly string[], env: Readonly<Record<string, string>>, ready: string): Promise<Started>;
  remove(): void;
}

/** A program that runs, and what it had said when it was ready. */
export interface Started {
  readonly child: ChildProcess;
  readonly output: string;
}

function linkPackages(folder: string): void {
  const from = join(rootDir, 'node_modules');
  const to = join(folder, 'node_modules');
  mkdirSync(join(to, '@device-console'), { recursive: true });
  for (const name of readdirSync(from)) if (name !== '@device-console' && name !== '.package-lock.json') symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, '@device-console'))) symlinkSync(join(folder, name), join(to, '@device-console', name));
  // Later than the lock file: nothing is to be installed.
  cpSync(join(from, '.package-lock.json'), join(to, '.package-lock.json'));
}

/** Copies the repository below the temporary folder. */
export function copyWorkspace(): WorkspaceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'device-console-workspace-'));
  cpSync(rootDir, folder, { recursive: true, preserveTimestamps: true, filter: (path) => !left.has(basename(path)) });
  linkPackages(folder);
  return {
    folder,
    run: (command, args, below = '.') => {
      const result = spawnSync(command, args, { cwd: join(folder, below), encoding: 'utf8', env: { ...process.env, npm_config_offline: 'true' } });
      const output = `${result.stdout}${result.stderr}`;
      if (result.status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${String(result.status)}:\n${output}`, { cause: result.error });
      return output;
    },
    start: (args, env, ready) => new Promise((done, failed) => {
      const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, ...env, npm_config_offline: 'true' }, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      const look = (chunk: Buffer): void => {
        output += String(chunk);
        if (output.includes(ready)) done({ child, output });
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      child.once('exit', (code) => failed(new Error(`${args.join(' ')} ended with code ${String(code)}: ${output}`)));
    }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Ends a program by SIGINT, as Ctrl-C does, and answers its exit code. */
export function interrupt({ child }: Started): Promise<number | null> {
  return new Promise((done) => {
    child.once('exit', (code) => done(code));
    child.kill('SIGINT');
  });
}

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Programs run in a folder that a test has made. */
export interface Programs {
  readonly folder: string;
  /**
   * Runs a program in the folder, or in one below it, and returns its output; throws with that output when it fails.
   */
  run(command: string, args: readonly string[], below?: string): string;
  /** Runs a program that may fail; returns exit code and output. */
  attempt(
    command: string,
    args: readonly string[],
    below?: string,
  ): { readonly code: number | null; readonly output: string };
  /** Like `attempt`, while this process continues to serve the console that the program asks. */
  attemptBeside(
    command: string,
    args: readonly string[],
    below?: string,
  ): Promise<{ readonly code: number | null; readonly output: string }>;
  /** Like `run`, while this process continues to serve the console that the program asks. */
  runBeside(command: string, args: readonly string[], below?: string): Promise<string>;
  /** Starts a Node program and waits until its output holds `ready`. */
  start(args: readonly string[], env: Readonly<Record<string, string>>, ready: string): Promise<Started>;
  remove(): void;
}

/** A running program, and its output until it was ready. */
export interface Started {
  readonly child: ChildProcess;
  readonly output: string;
}

/** Runs programs in `folder`; npm makes no network requests. */
export function programsIn(folder: string): Programs {
  const env = { ...process.env, npm_config_offline: 'true' };
  const attempt: Programs['attempt'] = (command, args, below = '.') => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: join(folder, below),
      encoding: 'utf8',
      env,
    });
    if (error) throw error;
    return { code: status, output: `${stdout}${stderr}` };
  };
  const attemptBeside: Programs['attemptBeside'] = async (command, args, below = '.') => {
    const child = spawn(command, args, { cwd: join(folder, below), env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, output };
  };
  const outputOf = (command: string, { code, output }: { readonly code: number | null; readonly output: string }) => {
    if (code !== 0) throw new Error(`${command} ended with ${String(code)}:\n${output}`);
    return output;
  };
  return {
    folder,
    attempt,
    attemptBeside,
    run: (command, args, below) => outputOf(`${command} ${args.join(' ')}`, attempt(command, args, below)),
    runBeside: async (command, args, below) =>
      outputOf(`${command} ${args.join(' ')}`, await attemptBeside(command, args, below)),
    start: (args, more, ready) =>
      new Promise((done, failed) => {
        const child = spawn(process.execPath, args, {
          cwd: folder,
          env: { ...env, ...more },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
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

/** Ends a program by SIGINT, as Ctrl-C does, and returns its exit code; of one that has ended, that alone. */
export function interrupt({ child }: Started): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((done) => {
    child.once('exit', (code) => done(code));
    child.kill('SIGINT');
  });
}

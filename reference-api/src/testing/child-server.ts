import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export interface ChildServer {
  readonly process: ChildProcess;
  readonly address: string;
  /** Returns the end of what it has written to its error output. */
  errors(): string;
}

/** Starts a bundled server on a free port and waits until it listens; rejects with its output if it ends instead. */
export function startChild(folder: string, env: Record<string, string>): Promise<ChildServer> {
  return startProgram(join(folder, 'server.mjs'), env);
}

/** Starts any program that says `on <its address>` once it listens, as {@link startChild} does. */
export async function startProgram(file: string, env: Record<string, string>): Promise<ChildServer> {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /on (http:\S+)/.exec(line)?.[1];
    if (address) return { process: child, address, errors: () => errors.slice(-2000) };
  }
  if (child.exitCode === null) await once(child, 'exit');
  throw new Error(`exit ${child.exitCode}: ${errors}`);
}

/** Ends a child by a signal, unless it has ended; returns its exit code, or null when a signal killed it. */
export async function endChild({ process: child }: Pick<ChildServer, 'process'>, signal: 'SIGTERM' | 'SIGKILL') {
  const ended = once(child, 'exit');
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await ended;
  }
  return child.exitCode;
}

/** Asks a child to end; returns its exit code and how long it took. */
export async function timedEnd(child: ChildServer) {
  const begun = performance.now();
  const code = await endChild(child, 'SIGTERM');
  return { code, milliseconds: performance.now() - begun };
}

/** Runs a command of a bundled CLI to its end; returns its output and its exit code. */
export async function runChildCli(folder: string, args: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [join(folder, 'cli.mjs'), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, output, errors };
}

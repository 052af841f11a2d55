// Runs the tools' commands as a terminal does. Most tests run them in this process: starting Node and loading the tools
// takes longer than the command.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { toolingDir } from '../lib/paths.mjs';

type Environment = Readonly<Record<string, string>>;

/** `output` is both streams in order. */
type Ended = { code: number; stdout: string; stderr: string; output: string };

/** Fails with all that the command said, unless it ended with `code` and said `words`. */
export function ended({ code: actual, output }: Ended, code: number, ...words: RegExp[]): void {
  assert.equal(actual, code, output);
  for (const word of words) assert.match(output, word);
}

let runs = 0;

/** Returns a function that restores the environment. */
function withEnvironment(values: Environment): () => void {
  const before = { ...process.env };
  Object.assign(process.env, values);
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) Reflect.deleteProperty(process.env, name);
    Object.assign(process.env, before);
  };
}

const fileOf = (script: string): string => join(toolingDir, `${script}.${script === 'device-console' ? 'mjs' : 'js'}`);

/** Runs one command in a separate process. */
export async function runApart(script: string, args: readonly string[], env: Environment = {}): Promise<Ended> {
  const child = spawn(process.execPath, [fileOf(script), ...args], { env: { ...process.env, ...env } });
  const said = { stdout: '', stderr: '', output: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
      said.output += text;
    });
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...said };
}

/**
 * Runs one command in this process. Commands run one after another: they share the process's arguments and console.
 */
export async function runHere(script: string, args: readonly string[], env: Environment = {}): Promise<Ended> {
  const file = fileOf(script);
  const said = { stdout: '', stderr: '', output: '' };
  let exited: number | undefined;
  const sayOn =
    (stream: 'stdout' | 'stderr') =>
    (...values: unknown[]) => {
      // After process.exit() a command prints nothing more. Here the exit is an exception, which the command may catch.
      if (exited !== undefined) return;
      const line = `${format(...values)}\n`;
      said[stream] += line;
      said.output += line;
    };
  const { argv, exit, exitCode } = process;
  const { log, error } = console;
  const restoreEnvironment = withEnvironment(env);
  process.argv = [process.execPath, file, ...args];
  process.exitCode = undefined;
  process.exit = (code) => {
    exited ??= Number(code ?? 0);
    throw new Error('The command has ended.');
  };
  Object.assign(console, { log: sayOn('stdout'), error: sayOn('stderr') });
  try {
    runs += 1;
    // The query makes the script run again; its imports are loaded only once.
    await import(`${pathToFileURL(file).href}?run=${runs}`);
  } catch (thrown) {
    if (exited === undefined) throw thrown;
  } finally {
    exited ??= Number(process.exitCode ?? 0);
    Object.assign(process, { argv, exit, exitCode });
    Object.assign(console, { log, error });
    restoreEnvironment();
  }
  return { code: exited, ...said };
}

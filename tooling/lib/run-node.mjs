// Runs a program to its end.
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { rootDir } from './paths.mjs';

/**
 * Runs this Node with `args`, hands over each line that it writes, and returns its exit code and all that it wrote.
 * With `niceness` (1 to 19) it and what it starts give way to other processes.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, niceness?: number, print?: (line: string) => void }} [options]
 */
export async function runNode(args, { cwd = rootDir, env = {}, niceness = 0, print = () => {} } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  let output = '';
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      output += `${line}\n`;
      print(line);
    });
  const [code] = /** @type {[number | null]} */ (await once(child, 'close'));
  return { code, output };
}

// Runs a program to its end.
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { rootDir } from './paths.mjs';

/**
 * Runs this Node with `args`, hands over each line that it writes, and returns its exit code and all that it wrote.
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, print?: (line: string) => void }} [options]
 */
export async function runNode(args, { cwd = rootDir, env = {}, print = () => {} } = {}) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      output += `${line}\n`;
      print(line);
    });
  const [code] = /** @type {[number | null]} */ (await once(child, 'close'));
  return { code, output };
}

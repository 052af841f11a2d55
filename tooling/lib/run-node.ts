// Runs Node programs and waits for their end.
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { rootDir } from './paths.mjs';

export type Log = (line: string) => void;

/**
 * Runs this Node with `args`, and passes each line of output to `print`. Returns the exit code and the whole output.
 */
export async function runNode(
  args: readonly string[],
  { cwd = rootDir, env = {}, print }: { cwd?: string; env?: NodeJS.ProcessEnv; print?: Log } = {},
) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => {
      output += `${line}\n`;
      print?.(line);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

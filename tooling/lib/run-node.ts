// Runs Node programs and npm, and waits for their end.
import { once } from 'node:events';
import { spawn, spawnSync } from 'node:child_process';
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

/** Runs npm in `cwd`, and returns its output. Throws with what npm said. */
export function runNpm(args: readonly string[], cwd: string = rootDir): string {
  const { status, stdout, stderr, error } = spawnSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm ${args[0]} failed in ${cwd}:\n${stderr}`, { cause: error });
  return stdout;
}

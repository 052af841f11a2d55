// The compiler's check of a remote, with what it knew at the last one; sources that passed are not checked again.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { inputHash } from '../build-if-changed.mjs';
import { rootDir } from '../paths.mjs';
import { describeRefusal } from './texts.mjs';

/** The native compiler, which needs a second or two; it is not among the packages that run a console. */
const compiler = () => join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin', 'tsc');

/**
 * Throws what the compiler says of the remote in `folder` of this workspace, as a refusal.
 * @type {(folder: string) => Promise<void>}
 */
export async function refuseTypeErrors(folder) {
  const cache = join(rootDir, '.cache', 'types');
  const passed = join(cache, `${basename(folder)}.passed`);
  const inputs = inputHash(folder);
  if (existsSync(passed) && readFileSync(passed, 'utf8') === inputs) return;
  mkdirSync(cache, { recursive: true });
  const { code, output } = await compile(folder, join(cache, `${basename(folder)}.tsbuildinfo`));
  if (code !== 0) throw new Error(describeRefusal('types', output.trim().split('\n')));
  writeFileSync(passed, inputs);
}

/** @type {(folder: string, buildInfo: string) => Promise<{ code: number | null, output: string }>} */
function compile(folder, buildInfo) {
  const args = [
    compiler(),
    '-p',
    folder,
    '--noEmit',
    '--pretty',
    'false',
    '--incremental',
    '--tsBuildInfoFile',
    buildInfo,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: rootDir, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

// Compiles a remote, incrementally. Sources that passed are not compiled again.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { inputHash } from '../build-if-changed.mjs';
import { rootDir } from '../paths.mjs';
import { runNode } from '../run-node.mjs';
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
  const kept = ['--incremental', '--tsBuildInfoFile', join(cache, `${basename(folder)}.tsbuildinfo`)];
  const { code, output } = await runNode([compiler(), '-p', folder, '--noEmit', '--pretty', 'false', ...kept]);
  if (code !== 0) throw new Error(describeRefusal('types', output.trim().split('\n')));
  writeFileSync(passed, inputs);
}

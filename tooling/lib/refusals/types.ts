// Type-checks a remote, incrementally.
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { rootDir } from '../paths.mjs';
import { runNode } from '../run-node.ts';
import { describeRefusal } from './texts.ts';

/**
 * The native compiler, which takes a second or two. Resolved on demand: an installation that only runs a console lacks
 * it.
 */
const compiler = () => join(dirname(createRequire(import.meta.url).resolve('typescript-7/package.json')), 'bin', 'tsc');

export async function refuseTypeErrors(folder: string): Promise<void> {
  const known = join(rootDir, '.cache', 'types', `${basename(folder)}.tsbuildinfo`);
  const kept = ['--incremental', '--tsBuildInfoFile', known];
  const { code, output } = await runNode([compiler(), '-p', folder, '--noEmit', '--pretty', 'false', ...kept]);
  if (code !== 0) throw new Error(describeRefusal('types', output.trim().split('\n')));
}

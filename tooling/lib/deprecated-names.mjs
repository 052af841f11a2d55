// Finds deprecated names of shared-lib that remotes use, as marked in the types.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint');
const asked = [
  '--type-aware',
  '-A',
  'all',
  '-D',
  'typescript/no-deprecated',
  '--disable-nested-config',
  '--no-ignore',
  '-f',
  'json',
];

/**
 * The places in the sources of remote `id`, one in a line: file, line, name, and what its types say to do.
 * @type {(folder: string, id: string) => string[]}
 */
export function deprecatedNames(folder, id) {
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, ...asked, `${id}/src`], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (!stdout.startsWith('{')) throw new Error(`The linter failed: ${stderr || stdout}`);
  const { diagnostics } =
    /** @type {{ diagnostics: { message: string, filename: string, labels: { span: { line: number } }[] }[] }} */ (
      JSON.parse(stdout)
    );
  return diagnostics.map(({ filename, labels, message }) => `${filename}:${labels[0]?.span.line ?? 1}: ${message}`);
}

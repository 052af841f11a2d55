// The Node that a release brings, so that no distribution's older one is in its way: npm's package of Node's binary.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { extract } from 'tar';
import { rootDir } from '../lib/paths.mjs';
import { runNpm } from '../lib/run-node.ts';

const version = '22.23.5';

/** The checksum of each platform's package, as npm's lock files write it. */
const checksums: Readonly<Record<string, string>> = {
  'linux-x64': 'sha512-3jhC+wcoWxKZxcRqF2sUSl0c9HEXFnur/nuIPx6O6CWKV0jOUWQm7Htw5SuXqqlMCEhi0cJqybFPEb5hhcBiMw==',
  'linux-arm64': 'sha512-e1LOUGKVruPGuLVutn8+Cgm5pI1APm4Kvh+zbb/qe/ZpD9s+TQby5iUgZOWmPpbSKpj0Td8DP1N0NEnXasHizg==',
};

/** Puts Node and its licence into a folder. A platform without a package needs a Node that is installed there. */
export async function copyNode(folder: string, platform: string): Promise<void> {
  const checksum = checksums[platform];
  if (checksum === undefined) return;
  const file = packageFile(platform);
  const found = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (found !== checksum) throw new Error(`${file} is another package than the one of Node ${version}: ${found}`);
  await extract({ file, cwd: folder, strip: 1, filter: (path) => path === 'package/LICENSE' });
  renameSync(join(folder, 'LICENSE'), join(folder, 'node.LICENSE'));
  await extract({ file, cwd: folder, strip: 2, filter: (path) => path === 'package/bin/node' });
  chmodSync(join(folder, 'node'), 0o755);
}

function packageFile(platform: string): string {
  const folder = join(rootDir, '.cache', 'node');
  const file = join(folder, `node-${platform}-${version}.tgz`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  runNpm(['pack', `node-${platform}@${version}`, '--silent', '--pack-destination', folder]);
  return file;
}

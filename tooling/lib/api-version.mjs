// The version of the API that builds are made for, as the contract states it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './paths.mjs';

export function apiVersion() {
  const version = /API_VERSION = '([^']+)'/.exec(readFileSync(join(rootDir, 'shared-lib/src/contract/config.ts'), 'utf8'))?.[1];
  if (!version) throw new Error('shared-lib/src/contract/config.ts must declare API_VERSION as a plain string.');
  return version;
}

// Finds the PostgreSQL programs for the store tests, or installs Debian's when that is possible.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall } from './chromium.mjs';

function binaries() {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : [];
  return [...debian.sort().reverse(), ...(process.env.PATH ?? '').split(delimiter)].find((folder) => existsSync(join(folder, 'initdb')));
}

/** The folder that holds initdb and postgres; installs Debian's package where it is missing. */
export function findPostgres(log = console.log) {
  const found = process.env.POSTGRES_BIN ?? binaries();
  if (found) return found;
  if (aptInstall(['postgresql'], log)) {
    const fresh = binaries();
    if (fresh) return fresh;
  }
  throw new Error('The store tests need the PostgreSQL programs (initdb, postgres). Install PostgreSQL 15 or newer, or set POSTGRES_BIN to the folder of its programs.');
}

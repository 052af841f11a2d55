// Prints what every remote declares as JSON: for tests of packages that may not import a remote.
import { join } from 'node:path';
import { remoteIds, rootDir } from './lib/paths.mjs';
import { evaluateRemote } from './lib/remote-declaration.mjs';

const remotes = await Promise.all(remoteIds().map((id) => evaluateRemote(join(rootDir, id))));
process.stdout.write(JSON.stringify(remotes));

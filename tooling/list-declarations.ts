// Prints every remote's declaration as JSON, for tests of packages that may not import a remote.
import { join } from 'node:path';
import { readCommand } from './lib/command-line.mjs';
import { remoteIds, rootDir } from './lib/paths.mjs';
import { evaluateRemote } from './lib/evaluate-remote.ts';

readCommand('list-declarations');
const remotes = await Promise.all(remoteIds().map((id) => evaluateRemote(join(rootDir, id))));
process.stdout.write(JSON.stringify(remotes));

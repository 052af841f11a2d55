// `npx device-console keys mf-reports [--to <folder>] [--name <name>]`: makes a key pair for a team, and prints what
// the administrator adds to config.json. With --withdraws: a key that may only withdraw canaries.
import { join, resolve } from 'node:path';
import { runCommand, usageOf } from './lib/command-line.mjs';
import { isRelease, readJson, remoteIds, rootDir } from './lib/paths.mjs';
import { keyFileOf, listedKey, localKeysDir, makeKey } from './lib/publishing/keys.ts';
import { keepableNames } from './lib/publishing/names.ts';
import type { RemoteDocument } from './lib/publishing/rules.ts';
import { listedWatchKey } from './lib/publishing/withdrawals.ts';
import { remoteBuild } from './lib/workspace.mjs';

const plain = /^[a-z0-9][a-z0-9-]*$/;
await runCommand('keys', async ({ positionals: [id = ''], values: { to, name, withdraws } }) => {
  if (!plain.test(id)) throw new Error(`Name one remote: ${usageOf('keys')}`);
  if (name !== undefined && !plain.test(name))
    throw new Error(`A key's name is lower case letters, digits and dashes, not "${name}".`);
  const file = keyFileOf(to ? resolve(to) : localKeysDir(), id, name);
  const key = makeKey(file);
  const names = withdraws ? undefined : await declaredNames(id);
  const [who, list, item] = withdraws
    ? ['that which watches canaries', 'withdrawalKeys', listedWatchKey(key)]
    : [`those who publish ${id}`, 'registryKeys', listedKey(key, [id], names)];
  const kept =
    `"names" lists for ${id} what it declares today: nobody else gets these addresses, permissions and device ` +
    'actions, and it gets no others.';
  console.log(
    [
      `The private key of ${id} is ${file}. Keep it where only ${who} can read it.`,
      `Let the administrator of the console add this to "${list}" of its config.json:`,
      JSON.stringify(item, null, 1),
      ...(names ? [kept] : []),
    ].join('\n'),
  );
});

/** Undefined if the remote is not here, neither its sources nor, in a release, its build. */
async function declaredNames(id: string) {
  if (!remoteIds().includes(id)) return undefined;
  if (isRelease) return keepableNames(readJson(join(remoteBuild(id), 'remote.json')) as RemoteDocument);
  const { evaluateRemote } = await import('./lib/evaluate-remote.ts');
  return keepableNames(await evaluateRemote(join(rootDir, id)));
}

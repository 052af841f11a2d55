// `npx device-console keys mf-reports [--to <folder>] [--name <name>]`: makes a key pair for a team, and prints what
// the administrator adds to config.json. With --withdraws: a key that may only withdraw canaries.
import { join, resolve } from 'node:path';
import { runCommand, usageOf } from './lib/command-line.mjs';
import { isRelease, readJson, remoteIds, rootDir } from './lib/paths.mjs';
import { keyFileOf, listedKey, localKeysDir, makeKey } from './lib/publishing/keys.ts';
import { keepableNames, suggestedNames } from './lib/publishing/names.ts';
import type { RemoteDocument } from './lib/publishing/rules.ts';
import { ownPermissions, serviceNote } from './lib/refusals/declaration-faults.ts';
import { listedWatchKey } from './lib/publishing/withdrawals.ts';
import { remoteBuild } from './lib/workspace.mjs';

const plain = /^[a-z0-9][a-z0-9-]*$/;
await runCommand('keys', async ({ positionals: [id = ''], values: { to, name, withdraws } }) => {
  if (!plain.test(id)) throw new Error(`Name one remote: ${usageOf('keys')}`);
  if (name !== undefined && !plain.test(name))
    throw new Error(`A key's name is lower case letters, digits and dashes, not "${name}".`);
  const file = keyFileOf(to ? resolve(to) : localKeysDir(), id, name);
  const key = makeKey(file);
  const declared = withdraws ? undefined : await declarationOf(id);
  const names = withdraws ? undefined : suggestedNames(id, declared && keepableNames(declared));
  const [who, list, item] = withdraws
    ? ['that which watches canaries', 'withdrawalKeys', listedWatchKey(key)]
    : [`those who publish ${id}`, 'registryKeys', listedKey(key, [id], names)];
  console.log(
    [
      `The private key of ${id} is ${file}. Keep it where only ${who} can read it.`,
      `Let the administrator of the console add this to "${list}" of its config.json:`,
      JSON.stringify(item, null, 1),
      ...(withdraws ? [] : requestsOf(id, declared)),
    ].join('\n'),
  );
});

/** What else the administrator does and gives, so that one message is enough. */
function requestsOf(id: string, declared: Awaited<ReturnType<typeof declarationOf>>): string[] {
  const permissions = declared ? ownPermissions(declared) : [];
  const calls = declared?.serviceCalls ?? [];
  return [
    `"names" lists what ${id} may be called by: nobody else gets these addresses, permissions and contributions, and ` +
      'it gets no others. A name that ends with * is all that begin so, for later versions.',
    ...(permissions.length > 0
      ? [`Let them add, on the server: ${permissions.map((name) => `add-permission "${name}"`).join(', ')}.`]
      : []),
    ...(calls.length > 0 ? [serviceNote(id, calls)] : []),
    `Ask them in the same message for the console's address, the store's address, and, if the store is a URL, for a ` +
      `token: device-console store-token ${id}.`,
  ];
}

/** Undefined if the remote is not here, neither its sources nor, in a release, its build. */
async function declarationOf(id: string) {
  if (!remoteIds().includes(id)) return undefined;
  if (isRelease) return readJson(join(remoteBuild(id), 'remote.json')) as RemoteDocument;
  const { evaluateRemote } = await import('./lib/evaluate-remote.ts');
  return evaluateRemote(join(rootDir, id));
}

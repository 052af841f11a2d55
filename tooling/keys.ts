// `npx device-console keys mf-reports [--to <folder>] [--name <name>]`: makes a key pair for a team, and prints what
// the administrator adds to config.json. With --withdraws: a key that may only withdraw canaries.
import { join, resolve } from 'node:path';
import { runCommand, usageOf } from './lib/command-line.mjs';
import { remoteIds, rootDir } from './lib/paths.mjs';
import { type Key, keyFileOf, listedKey, localKeysDir, makeKey } from './lib/publishing/keys.ts';
import { keepableNames } from './lib/publishing/names.ts';
import { listedWatchKey } from './lib/publishing/withdrawals.ts';

/** What the command prints about a key. */
type Said = { who: string; list: string; item: object; more: string[] };

const plain = /^[a-z0-9][a-z0-9-]*$/;
await runCommand('keys', async ({ positionals: [id = '', ...more], values }) => {
  if (!plain.test(id) || more.length > 0) throw new Error(`Name one remote: ${usageOf('keys')}`);
  if (values.name !== undefined && !plain.test(values.name))
    throw new Error(`A key's name is lower case letters, digits and dashes, not "${values.name}".`);
  const file = keyFileOf(values.to ? resolve(values.to) : localKeysDir(), id, values.name);
  const key = makeKey(file);
  const { who, list, item, more: explained } = values.withdraws ? keyOfWatch(key) : await keyOfTeam(id, key);
  console.log(
    [
      `The private key of ${id} is ${join(file)}. Keep it where only ${who} can read it.`,
      `Let the administrator of the console add this to "${list}" of its config.json:`,
      JSON.stringify(item, null, 1),
      ...explained,
    ].join('\n'),
  );
});

function keyOfWatch(key: Key): Said {
  return { who: 'that which watches canaries', list: 'withdrawalKeys', item: listedWatchKey(key), more: [] };
}

async function keyOfTeam(id: string, key: Key): Promise<Said> {
  const names = await namesOfSources(id);
  const kept =
    `"names" lists for ${id} what it declares today: nobody else gets these addresses, permissions and device ` +
    'actions, and it gets no others.';
  const item = listedKey(key, [id], names);
  return { who: `those who publish ${id}`, list: 'registryKeys', item, more: names ? [kept] : [] };
}

/** Undefined if the remote's sources are not here. */
async function namesOfSources(id: string) {
  if (!remoteIds().includes(id)) return undefined;
  const { evaluateRemote } = await import('./lib/evaluate-remote.ts');
  return keepableNames(await evaluateRemote(join(rootDir, id)));
}

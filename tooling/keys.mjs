// `npm run keys -- mf-reports [--to <folder>] [--name <name>]`: a key pair for a team; prints what the administrator lists in config.json.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keyFileOf, listedKey, makeKey } from './lib/publishing/keys.mjs';
import { localKeysDir } from './lib/publishing/local-keys.mjs';
import { commandOf } from './lib/workspace.mjs';

const { positionals: [id, ...more], values } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' }, name: { type: 'string' } } });
const plain = /^[a-z0-9][a-z0-9-]*$/;
try {
  if (!id || !plain.test(id) || more.length > 0) throw new Error(`Name one remote: ${commandOf('keys', 'mf-reports [--to <folder>] [--name <name of a second key>]')}`);
  if (values.name !== undefined && !plain.test(values.name)) throw new Error(`A key's name is lower case letters, digits and dashes, not "${values.name}".`);
  const file = keyFileOf(values.to ? resolve(values.to) : localKeysDir(), id, values.name);
  const key = makeKey(file);
  console.log([
    `The private key of ${id} is ${join(file)}. Keep it where only those who publish ${id} can read it.`,
    'Let the administrator of the console add this to "registryKeys" of its config.json:',
    JSON.stringify(listedKey(key, [id]), null, 1),
  ].join('\n'));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

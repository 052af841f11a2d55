// `npm run publish-remote -- mf-reports`: builds one remote and makes it live in the running console's registry.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildIfChanged } from './lib/build-if-changed.mjs';
import { consoleLayout } from './lib/layout.mjs';
import { remoteIds, rootDir } from './lib/paths.mjs';
import { publish } from './lib/publish.mjs';
import { keyFileOf, readKey } from './lib/publishing/keys.mjs';
import { localKeysDir } from './lib/publishing/local-keys.mjs';

const { positionals: [id], values } = parseArgs({ allowPositionals: true, options: { dist: { type: 'string' } } });
const known = remoteIds();
if (!known.includes(id)) {
  console.error(`Name the remote to publish: ${known.join(', ')}.`);
  process.exit(1);
}
const layout = consoleLayout();
if (!values.dist) await buildIfChanged([{ name: id, script: '../tooling/build.mjs' }], console.log);
const { changed, baseUrl } = publish({
  distDir: values.dist ? resolve(values.dist) : join(rootDir, id, 'dist'),
  storeDir: layout.storeOf(id),
  registryFile: layout.registryFile,
  origin: layout.originOf(id),
  key: readKey(keyFileOf(localKeysDir(), id)),
});
console.log(changed ? `${id} is live at ${baseUrl}` : `${id} is unchanged, live at ${baseUrl}`);

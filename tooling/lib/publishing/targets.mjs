// Where a command publishes to: the console on this machine, a folder that a web server serves, or a store behind HTTP.
import { resolve } from 'node:path';
import { consoleLayout } from '../layout.mjs';
import { folderStore } from './folder-store.mjs';
import { urlStore } from './url-store.mjs';

const withSlash = (address) => (address.endsWith('/') ? address : `${address}/`);
const isAddress = (text) => /^https?:\/\//.test(text);

/** `{ store, folderOf(id), baseOf(id) }` of `--to` and `--origin`; without `to` the console on this machine. */
export function publishTarget({ to, origin }, { token = process.env.STORE_TOKEN } = {}) {
  if (origin !== undefined && !isAddress(origin)) throw new Error(`--origin is the address under which browsers reach the store, such as https://static.example.com/console/, not "${origin}".`);
  if (!to) {
    const layout = consoleLayout();
    return { store: folderStore(layout.webDir), folderOf: (id) => `remotes/${id}`, baseOf: (id) => withSlash(origin ? `${withSlash(origin)}${id}` : layout.originOf(id)) };
  }
  const base = origin ?? (isAddress(to) ? to : null);
  if (!base) throw new Error(`Say with --origin under which address browsers reach ${to}.`);
  const store = isAddress(to) ? urlStore(to, token) : folderStore(resolve(to));
  return { store, folderOf: (id) => id, baseOf: (id) => `${withSlash(base)}${id}/` };
}

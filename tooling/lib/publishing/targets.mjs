// Where a command publishes to: the console on this machine, a folder that a web server serves, or a store behind HTTP.
/** @import { Layout } from '../layout.mjs' */
/** @import { RemoteDocument } from './rules.mjs' */
/** @import { Seen } from './served.mjs' */
/** @import { FolderStore, Store } from './store.mjs' */
import { resolve } from 'node:path';
import { consoleLayout } from '../layout.mjs';
import { folderStore } from './folder-store.mjs';
import { secretOf } from './secrets.mjs';
import { lookAt } from './served.mjs';
import { urlStore } from './url-store.mjs';

/**
 * Where a remote is published: the store, the address of the remote's folder, and what an address serves.
 * @typedef {object} Target
 * @property {Store | FolderStore} store
 * @property {(id: string) => string} baseOf
 * @property {(baseUrl: string, declaration: RemoteDocument) => Promise<Seen>} look
 *
 * The command's options for the target. `console` is the address of the console whose pages load from it.
 * @typedef {{
 * to?: string | undefined,
 * origin?: string | undefined,
 * console?: string | undefined,
 * isUnseen?: boolean | undefined,
 * }} TargetOptions
 */

/** @type {(address: string) => string} */
const withSlash = (address) => (address.endsWith('/') ? address : `${address}/`);
/** @type {(text: string) => boolean} */
const isAddress = (text) => /^https?:\/\//.test(text);

/**
 * Reads nothing back: the console does not run yet, or its addresses cannot be reached from here.
 * @type {Target['look']}
 */
const unseen = async () => ({ status: 'unseen', reason: 'nobody looked' });

/**
 * Without `to`: the console on this machine. With `isUnseen`, nothing is read back: `look` always returns `unseen`.
 * @param {TargetOptions} options
 * @param {{ token?: string | undefined }} [access]
 * @returns {Target}
 */
export function publishTarget(
  { to, origin, console: from, isUnseen = false },
  { token = secretOf('STORE_TOKEN') } = {},
) {
  if (origin !== undefined && !isAddress(origin))
    throw new Error(
      '--origin is the address under which browsers reach the store, such as https://static.example.com/console/, ' +
        'not ' +
        `"${origin}".`,
    );
  if (!to) {
    const layout = consoleLayout();
    /** @type {Target['look']} */
    const look = (baseUrl, declaration) => lookHere(layout, baseUrl, declaration);
    return target(folderStore(layout.storeDir), origin ?? layout.storeAddress, isUnseen ? unseen : look);
  }
  const base = origin ?? (isAddress(to) ? to : null);
  if (!base) throw new Error(`Say with --origin under which address browsers reach ${to}.`);
  const store = isAddress(to) ? urlStore(to, token) : folderStore(resolve(to));
  /** @type {Target['look']} */
  const look = (baseUrl, declaration) => lookAt(baseUrl, declaration, { from });
  return target(store, base, isUnseen ? unseen : look);
}

/** @type {(store: Target['store'], base: string, look: Target['look']) => Target} */
const target = (store, base, look) => ({ store, look, baseOf: (id) => `${withSlash(base)}${id}/` });

/**
 * Like {@link lookAt}, but a stopped console is no problem: its next start publishes every remote again.
 * @type {(layout: Layout, baseUrl: string, declaration: RemoteDocument) => Promise<Seen>}
 */
async function lookHere(layout, baseUrl, declaration) {
  const seen = await lookAt(baseUrl, declaration, { from: layout.address });
  if (seen.status !== 'silent') return seen;
  if (!(await isRunning(layout.address))) return { status: 'unseen', reason: 'the console does not run' };
  return {
    ...seen,
    advice: `The console at ${layout.address} runs, but its store of remotes does not. Start the console again.`,
  };
}

/** @type {(address: string) => Promise<boolean>} */
const isRunning = (address) =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );

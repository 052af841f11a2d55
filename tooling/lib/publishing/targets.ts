// Where a command publishes to: the console on this machine, a folder that a web server serves, or a store behind HTTP.
import { resolve } from 'node:path';
import { type Layout, consoleLayout } from '../layout.ts';
import { folderStore } from './folder-store.ts';
import { secretOf } from './secrets.ts';
import { type Look, type Seen, lookAt } from './served.ts';
import { urlStore } from './url-store.ts';
import type { RemoteDocument } from './rules.ts';
import type { FolderStore, Store } from './store.ts';

/** Where a remote is published: the store, the address of the remote's folder, and what an address serves. */
export type Target = {
  store: Store | FolderStore;
  baseOf: (id: string) => string;
  look: Look;
};

/** The command's options for the target. `console` is the address of the console whose pages load from it. */
type TargetOptions = {
  to?: string | undefined;
  origin?: string | undefined;
  console?: string | undefined;
  isUnseen?: boolean | undefined;
};

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`);
const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** Reads nothing back: the console does not run yet, or its addresses cannot be reached from here. */
const unseen: Look = async () => ({ status: 'unseen', reason: 'nobody looked' });

/**
 * Without `to`: the console on this machine. With `isUnseen`, nothing is read back: `look` always returns `unseen`.
 */
export function publishTarget(
  { to, origin, console: from, isUnseen = false }: TargetOptions,
  { token = secretOf('STORE_TOKEN') }: { token?: string | undefined } = {},
): Target {
  if (origin !== undefined && !isAddress(origin))
    throw new Error(
      '--origin is the address under which browsers reach the store, such as https://static.example.com/console/, ' +
        'not ' +
        `"${origin}".`,
    );
  if (!to) {
    const layout = consoleLayout();
    const look: Look = (baseUrl, declaration) => lookHere(layout, baseUrl, declaration);
    return target(folderStore(layout.storeDir), origin ?? layout.storeAddress, isUnseen ? unseen : look);
  }
  const base = origin ?? (isAddress(to) ? to : null);
  if (!base) throw new Error(`Say with --origin under which address browsers reach ${to}.`);
  const store = isAddress(to) ? urlStore(to, token) : folderStore(resolve(to));
  const look: Look = (baseUrl, declaration) => lookAt(baseUrl, declaration, { from });
  return target(store, base, isUnseen ? unseen : look);
}

const target = (store: Target['store'], base: string, look: Look): Target => ({
  store,
  look,
  baseOf: (id) => `${withSlash(base)}${id}/`,
});

/** Like {@link lookAt}, but a stopped console is no problem: its next start publishes every remote again. */
async function lookHere(layout: Layout, baseUrl: string, declaration: RemoteDocument): Promise<Seen> {
  const seen = await lookAt(baseUrl, declaration, { from: layout.address });
  if (seen.status !== 'silent') return seen;
  if (!(await isRunning(layout.address))) return { status: 'unseen', reason: 'the console does not run' };
  return {
    ...seen,
    advice: `The console at ${layout.address} runs, but its store of remotes does not. Start the console again.`,
  };
}

const isRunning = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );

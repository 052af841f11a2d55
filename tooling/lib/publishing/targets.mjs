// Where a command publishes to: the console on this machine, a folder that a web server serves, or a store behind HTTP.
import { resolve } from 'node:path';
import { consoleLayout } from '../layout.mjs';
import { folderStore } from './folder-store.mjs';
import { lookAt } from './served.mjs';
import { urlStore } from './url-store.mjs';

const withSlash = (address) => (address.endsWith('/') ? address : `${address}/`);
const isAddress = (text) => /^https?:\/\//.test(text);

/** For those that look at nothing: the console is not there yet, or its addresses cannot be reached from here. */
const unseen = async () => ({ status: 'unseen', reason: 'nobody looked' });

/**
 * `{ store, folderOf(id), baseOf(id), look(baseUrl, declaration) }` of `to` and `origin`; without `to` the console on
 * this machine. `console` is the address of the console whose pages load from there; `look` says what an address
 * serves, as {@link lookAt} does, or `{ status: 'unseen', reason }` where nobody can tell, as with `isUnseen`.
 */
export function publishTarget(
  { to, origin, console: from, isUnseen = false },
  { token = process.env.STORE_TOKEN } = {},
) {
  if (origin !== undefined && !isAddress(origin))
    throw new Error(
      '--origin is the address under which browsers reach the store, such as https://static.example.com/console/, ' +
        'not ' +
        `"${origin}".`,
    );
  if (!to) return localTarget(origin, isUnseen);
  const base = origin ?? (isAddress(to) ? to : null);
  if (!base) throw new Error(`Say with --origin under which address browsers reach ${to}.`);
  const store = isAddress(to) ? urlStore(to, token) : folderStore(resolve(to));
  const look = isUnseen ? unseen : (baseUrl, declaration) => lookAt(baseUrl, declaration, { from });
  return { store, look, folderOf: (id) => id, baseOf: (id) => `${withSlash(base)}${id}/` };
}

function localTarget(origin, isUnseen) {
  const layout = consoleLayout();
  return {
    store: folderStore(layout.webDir),
    folderOf: (id) => `remotes/${id}`,
    baseOf: (id) => withSlash(origin ? `${withSlash(origin)}${id}` : layout.originOf(id)),
    look: isUnseen ? unseen : (baseUrl, declaration) => lookHere(layout, baseUrl, declaration),
  };
}

/** On this machine nothing is served while the console does not run; it publishes every remote again when it starts. */
async function lookHere(layout, baseUrl, declaration) {
  const seen = await lookAt(baseUrl, declaration, { from: layout.address });
  if (seen.status !== 'silent') return seen;
  if (!(await isRunning(layout.address))) return { status: 'unseen', reason: 'the console does not run' };
  return {
    ...seen,
    advice:
      `The console at ${layout.address} runs, but serves nothing there: start it again, and it takes ` +
      `${declaration.id} up.`,
  };
}

const isRunning = (address) =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );

// Where a command publishes to: the console on this machine, a folder that a web server serves, or a store behind HTTP.
import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Layout, consoleLayout } from '../layout.ts';
import { folderStore } from './folder-store.ts';
import { urlStore } from './url-store.ts';
import { parseJson } from '../paths.mjs';
import { ask, NoAnswer, withSlash } from './asking.ts';
import { fileProblems } from './build-files.ts';
import type { Release, RemoteDocument } from './rules.ts';
import type { Store } from './store.ts';

/** Where a remote is published: the store, the address of the remote's folder, and what an address serves. */
export type Target = {
  store: Store;
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

const isAddress = (text: string): boolean => /^https?:\/\//.test(text);

/** Reads nothing back: the console does not run yet, or its addresses cannot be reached from here. */
const unseen: Look = async () => ({ status: 'unseen', reason: 'nobody looked' });

/** Without `to`: the console on this machine. With `isUnseen`, nothing is read back. */
export function publishTarget({ to, origin, console: from, isUnseen = false }: TargetOptions): Target {
  const token = secretOf('STORE_TOKEN');
  if (origin !== undefined && !isAddress(origin))
    throw new Error(
      '--origin is the address under which browsers reach the store, such as https://static.example.com/console/, ' +
        `not "${origin}".`,
    );
  if (!to) {
    const layout = consoleLayout();
    const look: Look = (baseUrl, declaration) => lookHere(layout, baseUrl, declaration);
    return target(folderStore(layout.storeDir), origin ?? layout.storeAddress, isUnseen ? unseen : look);
  }
  const base = origin ?? (isAddress(to) ? to : null);
  if (!base) throw new Error(`Say with --origin under which address browsers reach ${to}.`);
  const store = isAddress(to) ? urlStore(to, token) : folderStore(resolve(to));
  const look: Look = (baseUrl, declaration) => lookAt(baseUrl, declaration, from);
  return target(store, base, isUnseen ? unseen : look);
}

const target = (store: Store, base: string, look: Look): Target => ({
  store,
  look,
  baseOf: (id) => `${withSlash(base)}${id}/`,
});

/** Like {@link lookAt}, but a stopped console is no problem: its next start publishes every remote again. */
async function lookHere(layout: Layout, baseUrl: string, declaration: RemoteDocument): Promise<Seen> {
  const seen = await lookAt(baseUrl, declaration, layout.address);
  if (seen.status !== 'silent') return seen;
  if (!(await isRunning(layout.address))) return { status: 'unseen', reason: 'the console does not run' };
  return {
    ...seen,
    advice: `The console at ${layout.address} runs, but its store of remotes does not. Start the console again.`,
  };
}

const isRunning = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );

/**
 * The value of the variable `name`, or the content of the file that `<name>_FILE` names; undefined if neither is set.
 * Throws if both are set, or if the file cannot be read.
 */
export function secretOf(
  name: 'FIGURES_KEY' | 'STORE_TOKEN' | 'WEBHOOKS',
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const { [name]: text, [`${name}_FILE`]: file } = environment;
  if (text && file) throw new Error(`${name} and ${name}_FILE are both set. Take one of them away.`);
  return text || (file ? readFileSync(file, 'utf8').trim() : '') || undefined;
}

/** What an address serves, or why that is unknown; `advice` says what to do. */
export type Seen =
  | { status: 'served' }
  | { status: 'silent'; problem: string; advice?: string }
  | { status: 'different'; problems: string[]; advice?: string }
  | { status: 'unseen'; reason: string };

/** Tells what an address serves of a release. */
type Look = (baseUrl: string, declaration: RemoteDocument) => Promise<Seen>;

const typesOf: Readonly<Record<string, RegExp>> = { js: /^(text|application)\/javascript\b/, css: /^text\/css\b/ };

/** Reads a release as browsers do. `from` is the address of the console whose pages load it, if that is known. */
async function lookAt(baseUrl: string, declaration: RemoteDocument, from?: string): Promise<Seen> {
  const page = from && new URL(from).origin !== new URL(baseUrl).origin ? new URL(from).origin : null;
  try {
    const other = await otherDeclaration(baseUrl, declaration);
    if (other) return { status: 'different', problems: [other] };
    const refusals: Set<string> = new Set();
    const problems = await fileProblems(declaration, async (name) => {
      const response = await get(new URL(name, baseUrl), page);
      if (!response.ok) return null;
      for (const refusal of refusalsByBrowsers(name, response, page)) refusals.add(refusal);
      return Buffer.from(await response.arrayBuffer());
    });
    return problems.length + refusals.size === 0
      ? { status: 'served' }
      : { status: 'different', problems: [...problems, ...refusals] };
  } catch (error) {
    if (error instanceof NoAnswer) return { status: 'silent', problem: error.message };
    throw error;
  }
}

const get = (url: URL, page: string | null) => ask(url, { redirect: 'error', headers: page ? { Origin: page } : {} });

/** What the address serves instead of the declaration, in words; null if it serves that declaration. */
async function otherDeclaration(baseUrl: string, declaration: RemoteDocument): Promise<string | null> {
  const response = await get(new URL('remote.json', baseUrl), null);
  if (!response.ok) return `remote.json answers ${response.status}`;
  const found = parseJson(await response.text()) as Partial<RemoteDocument> | null;
  if (found === null) return 'remote.json is no JSON';
  if (isDeepStrictEqual(found, declaration)) return null;
  const isNamed = found.id !== declaration.id || found.version !== declaration.version;
  return isNamed
    ? `remote.json is that of ${found.id} ${found.version}, not of ${declaration.id} ${declaration.version}`
    : 'remote.json is that of another build';
}

/** Why browsers would block a file: a wrong content type, or no permission for pages of another origin. */
function refusalsByBrowsers(name: string, { headers }: Response, page: string | null): string[] {
  const refusals = [];
  const type = headers.get('content-type') ?? 'no type';
  if (typesOf[name.split('.').at(-1) ?? '']?.test(type) === false)
    refusals.push(`${name} is sent as ${type}, which browsers refuse`);
  const leave = headers.get('access-control-allow-origin');
  if (page !== null && leave !== '*' && leave !== page)
    refusals.push(`${name} is sent without Access-Control-Allow-Origin for ${page}, so its pages may not load it`);
  return refusals;
}

/** Throws if the address does not serve the release to browsers. Passes if it could not be read from here. */
export async function confirmServed(
  { look, store }: Pick<Target, 'look' | 'store'>,
  { baseUrl, declaration }: Pick<Release, 'baseUrl' | 'declaration'>,
): Promise<void> {
  const seen = await look(baseUrl, declaration);
  if (seen.status === 'served' || seen.status === 'unseen') return;
  const what = seen.status === 'silent' ? seen.problem : seen.problems.join('; ');
  throw new Error(
    `${baseUrl} does not serve what was to be announced there: ${what}. Nothing was announced; the files lie in ` +
      `${store.name}. ${seen.advice ?? advice}`,
  );
}

const advice =
  'See that the web server of that address serves them, or correct --origin. Where this computer cannot reach it, ' +
  '--without-reading-back announces it unseen.';

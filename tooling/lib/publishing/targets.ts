// Where a command publishes to: the console on this machine, a folder that a web server serves, or a store behind HTTP.
import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { consoleLayout } from '../layout.ts';
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

/** The store that `to` names. Default: that of the console on this machine. */
export function storeAt(to: string | undefined): Store {
  if (!to) return folderStore(consoleLayout().storeDir);
  return isAddress(to) ? urlStore(to, secretOf('STORE_TOKEN')) : folderStore(resolve(to));
}

/** With `isUnseen`, nothing is read back: the addresses cannot be reached from here. */
export function publishTarget({ to, origin, console: from, isUnseen = false }: TargetOptions): Target {
  if (origin !== undefined && !isAddress(origin))
    throw new Error(
      '--origin is the address under which browsers reach the store, such as https://static.example.com/console/, ' +
        `not "${origin}".`,
    );
  const here = to ? null : consoleLayout();
  const base = origin ?? (here ? here.storeAddress : to);
  if (!base || !isAddress(base)) throw new Error(`Say with --origin under which address browsers reach ${to}.`);
  const look: Look = async (baseUrl, declaration) => {
    if (isUnseen) return { status: 'unseen', reason: 'nobody looked' };
    const seen = await lookAt(baseUrl, declaration, here ? here.address : from);
    // A stopped console is no problem: its next start publishes every remote again.
    return here && seen.status === 'silent' ? { status: 'unseen', reason: 'the console does not run' } : seen;
  };
  return { store: storeAt(to), look, baseOf: (id) => `${withSlash(base)}${id}/` };
}

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

/** What an address serves, or why that is unknown. */
type Seen =
  | { status: 'served' }
  | { status: 'silent'; problem: string }
  | { status: 'different'; problems: string[] }
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
  return isDeepStrictEqual(parseJson(await response.text()), declaration)
    ? null
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
  tell?: (text: string) => void,
): Promise<void> {
  const seen = await look(baseUrl, declaration);
  if (seen.status === 'unseen') tell?.(`Not read back from ${baseUrl}: ${seen.reason}.`);
  if (seen.status === 'served' || seen.status === 'unseen') return;
  const what = seen.status === 'silent' ? seen.problem : seen.problems.join('; ');
  throw new Error(
    `${baseUrl} does not serve what was to be announced there: ${what}. Nothing was announced; the files lie in ` +
      `${store.name}. See that the web server of that address serves them, or correct --origin. Where this computer ` +
      'cannot reach it, --without-reading-back announces it unseen.',
  );
}

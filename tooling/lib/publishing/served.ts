// Checks what the address of a release serves to browsers. Publishing does so before it announces the address, `status`
// at any time.
import { isDeepStrictEqual } from 'node:util';
import { parseJson } from '../json.ts';
import { ask, NoAnswer } from './asking.ts';
import { fileProblems } from './build-files.ts';
import type { RemoteDocument } from './rules.ts';

/** What an address serves, or why that is unknown; `advice` says what to do. */
export type Seen =
  | { status: 'served' }
  | { status: 'silent'; problem: string; advice?: string }
  | { status: 'different'; problems: string[]; advice?: string }
  | { status: 'unseen'; reason: string };

/** Tells what an address serves of a release. */
export type Look = (baseUrl: string, declaration: RemoteDocument) => Promise<Seen>;

const typesOf: Readonly<Record<string, RegExp>> = { js: /^(text|application)\/javascript\b/, css: /^text\/css\b/ };

/** Reads a release as browsers do. `from` is the address of the console whose pages load it, if that is known. */
export async function lookAt(
  baseUrl: string,
  declaration: RemoteDocument,
  { from = null }: { from?: string | null | undefined } = {},
): Promise<Seen> {
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

const get = (url: URL, page: string | null): Promise<Response> =>
  ask(url, { redirect: 'error', headers: page ? { Origin: page } : {} });

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
  const type = headers.get('content-type') ?? 'no type';
  const leave = headers.get('access-control-allow-origin');
  return [
    ...((typesOf[name.split('.').at(-1) ?? '']?.test(type) ?? true)
      ? []
      : [`${name} is sent as ${type}, which browsers refuse`]),
    ...(page === null || leave === '*' || leave === page
      ? []
      : [`${name} is sent without Access-Control-Allow-Origin for ${page}, so its pages may not load it`]),
  ];
}

/** Throws if the address does not serve the release to browsers. Passes if it could not be read from here. */
export async function confirmServed(
  { look, store }: { look: Look; store: { name: string } },
  { baseUrl, declaration }: { baseUrl: string; declaration: RemoteDocument },
): Promise<Seen> {
  const seen = await look(baseUrl, declaration);
  if (seen.status === 'served' || seen.status === 'unseen') return seen;
  const what = seen.status === 'silent' ? seen.problem : seen.problems.join('; ');
  throw new Error(
    `${baseUrl} does not serve what was to be announced there: ${what}. Nothing was announced; the files lie in ` +
      `${store.name}. ${seen.advice ?? advice}`,
  );
}

const advice =
  'See that the web server of that address serves them, or correct --origin. Where this computer cannot reach it, ' +
  '--without-reading-back announces it unseen.';

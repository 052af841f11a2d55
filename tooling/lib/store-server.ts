// A static store behind HTTP. Anybody may read. A team's token may add files of its own remotes, but not overwrite
// them, and change registry and histories by compare-and-swap.
import { mkdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Serving,
  createHttpServer,
  placeOf,
  serveFiles,
  serveStoreDocuments,
  whenChanged,
} from './http-server.ts';
import { parseJson } from './paths.mjs';
import { readEntry, securityHeaders, usableEntries } from './publishing/rules.ts';
import { folderStore } from './publishing/folder-store.ts';
import {
  type FolderStore,
  isDocument,
  isPrivate,
  isSourceMap,
  isStorePath,
  knownEndings,
  typeOfFile,
} from './publishing/store.ts';
import { type TokenItem, holderOf, readTokens } from './store-tokens.ts';
import { type RegistryDocument, byId } from './publishing/registry.ts';

/** A PUT request. */
type Sent = FastifyRequest<{ Body: Buffer | undefined; Params: { '*': string } }>;

const largestFile = 20_000_000;

/**
 * Serves the store in `root`. Consoles of any origin may read it. The list in `tokensFile` says who may write what;
 * without one, nobody may write.
 */
export async function serveStore({
  root,
  port,
  host = '127.0.0.1',
  tokensFile,
}: Serving & { tokensFile?: string | undefined }) {
  // While the list is damaged this throws, so nobody can write.
  const tokens = tokensFile ? whenChanged([tokensFile], () => readTokens(tokensFile)) : () => [];
  tokens();
  mkdirSync(root, { recursive: true });
  const store = folderStore(root);
  const server = createHttpServer(securityHeaders.published, { bodyLimit: largestFile });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Sent with 404 too: the console must be able to read that a file is missing. Pages compare the dates of entries with
  // the answer's `Date`.
  const headers = { ...securityHeaders.published, 'Access-Control-Expose-Headers': 'ETag, Date' };
  server.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  // The content type follows from the file extension. No type is one that a browser would run as a page.
  server.addHook('onSend', async (request, reply, payload) => {
    const type = reply.statusCode < 300 ? typeOfFile(request.url.split('?')[0] ?? '') : null;
    if (type !== null) reply.header('Content-Type', type);
    return payload;
  });
  const allowed = mayRead(tokens);
  await serveFiles(server, root, (path, _root, request) => allowed(path.replace(/^\//, ''), request));
  serveStoreDocuments(server, root);
  server.decorateRequest('holder', null);
  server.put<{ Body: Sent['body']; Params: Sent['params'] }>(
    '/*',
    { onRequest: async (request, reply) => authorise(request, reply, tokens()) },
    async (request, reply) => {
      await (isDocument(request.params['*']) ? putDocument(store, request) : putFile(store, request));
      return reply.code(204).send();
    },
  );
  await server.listen(placeOf({ port, host }));
  return server;
}

/** Source maps are "not found" for callers without a token of their remote. */
const mayRead = (tokens: () => TokenItem[]) => (path: string, request: FastifyRequest) => {
  if (!isPrivate(path)) return isStorePath(path) && typeOfFile(path) !== null;
  const holder = isStorePath(path) ? holderOf(request.headers.authorization, tokens()) : null;
  return holder?.remotes.includes(remoteOfPath(path) ?? '') ?? false;
};

const refused = (statusCode: number, message: string): Error => Object.assign(new Error(message), { statusCode });

/** Refuses a caller without a token, or with a token of another remote, before the body is read. */
function authorise(request: Sent, reply: FastifyReply, tokens: readonly TokenItem[]): void {
  const holder = holderOf(request.headers.authorization, tokens);
  const path = request.params['*'];
  if (!holder) {
    reply.header('WWW-Authenticate', 'Bearer');
    throw refused(401, 'a token of this store is asked for');
  }
  if (!isStorePath(path)) throw refused(403, 'this is no place for a file');
  const remote = remoteOfPath(path);
  const { remotes, withdraws } = holder;
  if (remote !== null && !remotes.includes(remote))
    throw refused(403, `this token writes ${withdraws ? 'withdrawals' : remotes.join(', ')}, and not ${remote}`);
  request.setDecorator('holder', holder);
}

async function putDocument(store: FolderStore, request: Sent): Promise<void> {
  const path = request.params['*'];
  const tag = expectedTag(request.headers);
  if (tag === undefined)
    throw refused(428, 'say with If-Match which version is replaced, or with If-None-Match: * that there is none');
  const text = request.body?.toString('utf8') ?? '';
  const document = parseJson(text);
  if (typeof document !== 'object' || document === null) throw refused(400, `${path} is no JSON`);
  const present = await store.readText(path);
  // With another tag the swap fails anyway.
  if (path === 'registry.json' && (present?.tag ?? null) === tag) {
    const problem = registryProblem(present && JSON.parse(present.text), document, request.getDecorator('holder'));
    if (problem !== null) throw refused(403, `registry.json cannot be replaced by this: ${problem}`);
  }
  await store.replace(path, text, tag);
}

/** The tag in If-Match, without the name of an encoding; null for If-None-Match: *; undefined if neither is sent. */
function expectedTag(headers: FastifyRequest['headers']): string | null | undefined {
  if (headers['if-none-match'] === '*') return null;
  return /^"([0-9a-f]+)(?:-\w+)?"$/.exec(headers['if-match'] ?? '')?.[1];
}

async function putFile(store: FolderStore, { headers, body, params: { '*': path } }: Sent): Promise<void> {
  if (path.split('/').length < 3) throw refused(403, 'files lie in <remote>/<version>/');
  if (typeOfFile(path) === null && !isSourceMap(path))
    throw refused(403, `a remote consists of files that end with ${knownEndings.join(', ')}`);
  if (headers['if-none-match'] !== '*') throw refused(428, 'a file is put once: send If-None-Match: *');
  await store.addFile(path, body ?? Buffer.alloc(0));
}

type UncheckedEntry = RegistryDocument['remotes'][number];

/** The remote that a path belongs to; null for the registry, which all share. */
function remoteOfPath(path: string): string | null {
  if (path === 'registry.json') return null;
  const found = /^(?:history\/([^/]+)\.json$|source-maps\/([^/]+)\/)/.exec(path);
  return found?.slice(1).find(Boolean) ?? path.split('/')[0] ?? '';
}

/** Why the holder of a token may not replace the registry `before` (null: there is none) by `after`, or null. */
function registryProblem(
  before: RegistryDocument | null,
  after: Partial<RegistryDocument>,
  { remotes: own, withdraws }: TokenItem,
): string | null {
  if (after.schemaVersion !== 1 || !Array.isArray(after.remotes))
    return 'it is no registry (schemaVersion 1 and a list of remotes)';
  const field = withdraws ? 'withdrawals' : 'remotes';
  const rest = (document: object): object => ({ ...document, [field]: null });
  if (!isDeepStrictEqual(rest(after), rest(before ?? (withdraws ? {} : { schemaVersion: 1 }))))
    return `it changes fields besides the ${field}`;
  // Whether a withdrawal counts is decided by its signature.
  if (withdraws) return Array.isArray(after.withdrawals ?? []) ? null : 'its withdrawals are no list';
  const entriesBefore = before?.remotes ?? [];
  const entriesAfter = after.remotes;
  const foreign = (entries: readonly UncheckedEntry[]) =>
    entries.filter((entry) => entry === null || !own.includes(entry.id)).sort(byId);
  if (!isDeepStrictEqual(foreign(entriesAfter), foreign(entriesBefore)))
    return `it changes entries besides those of ${own.join(', ')}`;
  return own.map((id) => ownProblem(id, entriesBefore, entriesAfter)).find((problem) => problem !== null) ?? null;
}

/**
 * How far one write may raise a sequence number. Somebody with a token but no key can raise it by entries that no
 * browser accepts. Only after a thousand such writes do browsers refuse the owner's next number.
 */
const longestStepOfWrite = 1_000;

/** Why a remote's entry may not be replaced, or null. The next must be readable, and raise the number by some steps. */
function ownProblem(id: string, before: readonly UncheckedEntry[], after: readonly UncheckedEntry[]): string | null {
  const [present] = before.filter((entry) => entry?.id === id);
  const [next, ...more] = after.filter((entry) => entry?.id === id);
  if (more.length > 0) return `it lists ${id} twice`;
  // Entries cannot be removed: the next entry must follow the sequence number of this one.
  if (present && !next) return `it leaves out ${id}`;
  if (!next || isDeepStrictEqual(next, present)) return null;
  const read = readEntry(next);
  if (read.status === 'broken') return `${id}: ${read.message}`;
  const { sequence } = read.entry;
  const [last] = usableEntries([present]);
  const step = sequence - (last?.sequence ?? 0);
  return step >= 1 && step <= longestStepOfWrite
    ? null
    : `${id}: the number after ${last?.sequence ?? 'none'} cannot be ${sequence}`;
}

// A static store behind HTTP. Anybody may read. A team's token may add files of its own remotes, but not overwrite
// them, and change registry and histories by compare-and-swap.
import { mkdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type Serving, createHttpServer, serveFiles, serveStoreDocuments } from './http-server.ts';
import { parseJson } from './paths.mjs';
import { readEntry, securityHeaders } from './publishing/rules.ts';
import { folderStore } from './publishing/folder-store.ts';
import {
  type FolderStore,
  isDocument,
  isPrivate,
  isSourceMap,
  isStorePath,
  knownEndings,
  StoreConflict,
  typeOfFile,
} from './publishing/store.ts';
import { type TokenItem, holderOf, tokensOf } from './store-tokens.ts';
import { type RegistryDocument, byId } from './publishing/registry.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The list item of the token that a caller writes with. */
type Holder = Required<TokenItem>;

/** A PUT request. */
type Sent = FastifyRequest<{ Body: Buffer | undefined }>;

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
  const tokens = tokensFile ? tokensOf(tokensFile) : () => [];
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
  server.put<{ Body: Buffer | undefined }>(
    '/*',
    { onRequest: async (request, reply) => authorise(request, reply, tokens) },
    (request, reply) => {
      const path = pathOf(request) ?? '';
      return isDocument(path) ? putDocument(store, path, request, reply) : putFile(store, path, request, reply);
    },
  );
  await server.listen({ port, host });
  return server;
}

/** Source maps are "not found" for callers without a token of their remote. */
const mayRead = (tokens: () => Holder[]) => (path: string, request: FastifyRequest) => {
  if (!isPrivate(path)) return isStorePath(path) && typeOfFile(path) !== null;
  const holder = isStorePath(path) ? holderOf(request.headers.authorization, tokens()) : null;
  return holder?.remotes.includes(remoteOfPath(path) ?? '') ?? false;
};

const problem = (message: string): { message: string } => ({ message });

/** Refuses a caller without a token, or with a token of another remote, before the body is read. */
function authorise(request: FastifyRequest, reply: FastifyReply, tokens: () => Holder[]): FastifyReply | undefined {
  const holder = holderOf(request.headers.authorization, tokens());
  if (!holder)
    return reply.code(401).header('WWW-Authenticate', 'Bearer').send(problem('a token of this store is asked for'));
  const path = pathOf(request);
  if (!path || !isStorePath(path)) return reply.code(403).send(problem('this is no place for a file'));
  const remote = remoteOfPath(path);
  if (remote === null || holder.remotes.includes(remote)) {
    request.setDecorator('holder', holder);
    return undefined;
  }
  return reply.code(403).send(problem(`this token writes ${writtenBy(holder)}, and not ${remote}`));
}

const writtenBy = ({ remotes, withdraws }: Holder): string => (withdraws ? 'withdrawals' : remotes.join(', '));

/** The decoded path of the request, with its dots; null if it cannot be decoded. */
function pathOf(request: FastifyRequest): string | null {
  try {
    return decodeURIComponent(request.url.split('?')[0] ?? '').slice(1);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

async function putDocument(store: FolderStore, path: string, request: Sent, reply: FastifyReply) {
  const tag = expectedTag(request.headers);
  if (tag === undefined)
    return reply
      .code(428)
      .send(problem('say with If-Match which version is replaced, or with If-None-Match: * that there is none'));
  const text = request.body?.toString('utf8') ?? '';
  const document = parseJson(text);
  if (typeof document !== 'object' || document === null) return reply.code(400).send(problem(`${path} is no JSON`));
  const refusal =
    path === 'registry.json' ? await refusalOf(store, document, tag, request.getDecorator('holder')) : null;
  if (refusal !== null) return reply.code(403).send(problem(`registry.json cannot be replaced by this: ${refusal}`));
  return answering(reply, () => store.replace(path, text, tag));
}

/** Why the holder may not replace the registry; null also if it no longer has `tag`, because the swap then fails. */
async function refusalOf(store: FolderStore, document: Partial<RegistryDocument>, tag: string | null, holder: Holder) {
  const present = await store.readText('registry.json');
  if ((present?.tag ?? null) !== tag) return null;
  return registryProblem(present && JSON.parse(present.text), document, holder);
}

/** The tag in If-Match, without the name of an encoding; null for If-None-Match: *; undefined if neither is sent. */
function expectedTag(headers: FastifyRequest['headers']): string | null | undefined {
  if (headers['if-none-match'] === '*') return null;
  return /^"([0-9a-f]+)(?:-\w+)?"$/.exec(headers['if-match'] ?? '')?.[1];
}

async function putFile(store: FolderStore, path: string, { headers, body }: Sent, reply: FastifyReply) {
  if (path.split('/').length < 3) return reply.code(403).send(problem('files lie in <remote>/<version>/'));
  if (typeOfFile(path) === null && !isSourceMap(path))
    return reply.code(403).send(problem(`a remote consists of files that end with ${knownEndings.join(', ')}`));
  if (headers['if-none-match'] !== '*')
    return reply.code(428).send(problem('a file is put once: send If-None-Match: *'));
  return answering(reply, () => store.addFile(path, body ?? Buffer.alloc(0)));
}

async function answering(reply: FastifyReply, work: () => Promise<void>): Promise<FastifyReply> {
  try {
    await work();
    return await reply.code(204).send();
  } catch (error) {
    if (error instanceof StoreConflict) return reply.code(412).send(problem(error.message));
    throw error;
  }
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
  { remotes, withdraws = false }: Pick<TokenItem, 'remotes' | 'withdraws'>,
): string | null {
  if (after?.schemaVersion !== 1 || !Array.isArray(after.remotes))
    return 'it is no registry (schemaVersion 1 and a list of remotes)';
  const next = { ...after, schemaVersion: after.schemaVersion, remotes: after.remotes };
  return withdraws ? withdrawalProblem(before, next) : remotesProblem(before, next, remotes);
}

/**
 * Why a token that withdraws may not write this registry, or null. It may change only the withdrawals; their signatures
 * decide whether they count.
 */
function withdrawalProblem(before: RegistryDocument | null, after: RegistryDocument): string | null {
  if (after.withdrawals !== undefined && !Array.isArray(after.withdrawals)) return 'its withdrawals are no list';
  const rest = (document: RegistryDocument | null): object => ({ ...document, withdrawals: null });
  return isDeepStrictEqual(rest(after), rest(before)) ? null : 'it changes fields besides the withdrawals';
}

function remotesProblem(before: RegistryDocument | null, after: RegistryDocument, own: readonly string[]) {
  const { remotes: entriesBefore, ...restBefore } = before ?? { schemaVersion: 1, remotes: [] };
  const { remotes: entriesAfter, ...restAfter } = after;
  if (!isDeepStrictEqual(restAfter, restBefore)) return 'it changes fields besides the remotes';
  const isOwn = (entry: UncheckedEntry): boolean => entry !== null && own.includes(entry.id);
  const foreign = (entries: readonly UncheckedEntry[]) => entries.filter((entry) => !isOwn(entry)).sort(byId);
  if (!isDeepStrictEqual(foreign(entriesAfter), foreign(entriesBefore)))
    return `it changes entries besides those of ${own.join(', ')}`;
  const problems = own.flatMap((id) => ownProblem(id, entriesBefore, entriesAfter) ?? []);
  return problems[0] ?? null;
}

function ownProblem(id: string, before: readonly UncheckedEntry[], after: readonly UncheckedEntry[]): string | null {
  const [present] = before.filter((entry) => entry?.id === id);
  const [next, ...more] = after.filter((entry) => entry?.id === id);
  if (more.length > 0) return `it lists ${id} twice`;
  // Entries cannot be removed: the next entry must follow the sequence number of this one.
  if (present && !next) return `it leaves out ${id}`;
  if (!next || isDeepStrictEqual(next, present)) return null;
  return entryProblem(next, present);
}

/**
 * How far one write may raise a sequence number. Somebody with a token but no key can raise it by entries that no
 * browser accepts. Only after a thousand such writes do browsers refuse the owner's next number.
 */
const longestStepOfWrite = 1_000;

/**
 * Why an entry may not replace the present one, or null. It must be readable, and raise the number by an allowed step.
 */
function entryProblem(entry: UncheckedEntry, present: UncheckedEntry | undefined): string | null {
  const read = readEntry(entry);
  if (read.status === 'broken') return `${read.id}: ${read.message}`;
  const before = present && readEntry(present);
  const last = before?.status === 'usable' ? before.entry : null;
  const { sequence } = read.entry;
  const step = sequence - (last?.sequence ?? 0);
  if (step < 1 || step > longestStepOfWrite)
    return `${read.id}: the number after ${last?.sequence ?? 'none'} cannot be ${sequence}`;
  return null;
}

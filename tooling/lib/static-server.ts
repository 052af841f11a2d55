// Serves the host over HTTP: its files, its configuration and the API behind it.
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { codeOf } from './errors.mjs';
import {
  type Serving,
  createHttpServer,
  isHashed,
  liveDocument,
  placeOf,
  serveFiles,
  serveStoreDocuments,
  whenChanged,
} from './http-server.ts';
import { readJson } from './paths.mjs';
import { folderStore } from './publishing/folder-store.ts';
import { securityHeaders } from './publishing/rules.ts';
import { type ListingConfig, listedKeys, signatureState } from './publishing/keys.ts';
import type { RegistryDocument } from './publishing/registry.ts';

/** Also true for the API, which sets its own headers. Ours apply when it does not answer. */
const isData = (path: string): boolean => /^\/(config\.json$|registry\.json$|history\/|api\/)/.test(path);

/**
 * X-Forwarded-For for the API, which limits and audits by the caller's address. A header that the caller sent is passed
 * on only behind our own proxy, which appends its client.
 */
function callersOf(request: Pick<IncomingMessage, 'headers' | 'socket'>, behindProxy: boolean): string | undefined {
  const claimed = request.headers['x-forwarded-for'];
  return behindProxy && claimed ? `${claimed}, ${request.socket.remoteAddress}` : request.socket.remoteAddress;
}

/**
 * What a host serves: its files in `root`; config.json from `webDir`; registry.json and the remotes' histories from
 * `storeDir`; the API behind /api/. `releasesDir` holds the releases of before, whose files open pages still ask for.
 * `development` is the origin of a dev server, which every page may use.
 */
type HostOptions = Serving & {
  webDir: string;
  storeDir?: string | undefined;
  releasesDir?: string | undefined;
  apiUrl: string;
  behindProxy?: boolean | undefined;
  development?: string | undefined;
};

/** Any address without a file gets the page. */
export async function serveHost({
  root,
  webDir,
  storeDir = webDir,
  releasesDir,
  apiUrl,
  port,
  host = '127.0.0.1',
  behindProxy = false,
  development,
}: HostOptions) {
  const server = createHttpServer(securityHeaders.data);
  addPolicies(server, policyOf(join(webDir, 'config.json'), join(storeDir, 'registry.json'), development));
  await server.register(httpProxy, {
    upstream: apiUrl,
    prefix: '/api',
    // As in nginx (deploy/): a call waits up to 20 s for changes, and the API closes what was unused for 75 s.
    http: { requestOptions: { timeout: 150_000 }, agentOptions: { timeout: 60_000 } },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({ ...headers, 'x-forwarded-for': callersOf(request, behindProxy) }),
      // As nginx says it: an API that is gone has no internal error.
      onError: (reply, { error }) => {
        const { statusCode = 500 } = error as { statusCode?: number };
        reply
          .code(statusCode === 500 ? 502 : statusCode)
          .type('text/plain; charset=utf-8')
          .send('The API does not answer.');
      },
    },
  });
  // Source maps are not served: they are for developers, not for every visitor.
  await serveFiles(server, root, (path) => !path.endsWith('.map'));
  server.get('/config.json', liveDocument(folderStore(webDir), 'config.json'));
  // Only folders on this machine have histories beside registry.json; without them the platform page says so.
  serveStoreDocuments(server, storeDir);
  servePage(server, releasesDir ? formerHosts(releasesDir, root) : []);
  await server.listen(placeOf({ port, host }));
  return server;
}

/** The builds of the host in the releases of a folder, if there are any, but for the one that is served. */
function formerHosts(releasesDir: string, root: string): string[] {
  if (!existsSync(releasesDir)) return [];
  const current = realpathSync(root);
  return readdirSync(releasesDir)
    .map((name) => join(releasesDir, name, 'shell', 'dist'))
    .filter((folder) => existsSync(folder) && realpathSync(folder) !== current);
}

function addPolicies(server: FastifyInstance, policy: ReturnType<typeof policyOf>): void {
  server.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    // The page's policy names every origin, and would be larger than most scripts.
    if (isHashed(path)) return void reply.headers(securityHeaders.asset);
    if (isData(path)) return void reply.headers(securityHeaders.data);
    reply.headers(policy());
  });
}

/** The page itself, at every address that is neither a file, in this build or one of `former`, nor the API's. */
function servePage(server: FastifyInstance, former: readonly string[]): void {
  server.get('/', (_request, reply) => reply.sendFile('index.html'));
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    const place = /^\/[\w.-]+$/.test(path) && isHashed(path) && former.find((dist) => existsSync(join(dist, path)));
    if (place && request.method === 'GET') return reply.sendFile(path, place);
    if (request.method === 'GET' && !request.url.startsWith('/api/') && !/\.[a-z]+$/.test(path))
      return reply.sendFile('index.html');
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
}

/** Returns a function that gives the headers of the page. */
function policyOf(configFile: string, registryFile: string, development: string | null = null) {
  const originsOf = createOriginMemory();
  let registry: UncheckedRegistry = {};
  const current = whenChanged([registryFile, configFile], () => {
    // If the registry cannot be read, keep the last one: browsers still use the entries that they accepted.
    registry = (readOrNothing(registryFile) as UncheckedRegistry | null) ?? registry;
    const config = (readOrNothing(configFile) ?? {}) as PolicyConfig;
    return { config, known: originsOf(registry, config) };
  });
  return () => {
    const { config, known } = current();
    return {
      ...securityHeaders.page,
      'Content-Security-Policy': contentSecurityPolicy(known, config, development),
      // A dev server's scripts are unsigned. Without this a browser that gets a 304 keeps the value of its cached page.
      ...(development !== null && { 'Integrity-Policy': 'blocked-destinations=()' }),
    };
  };
}

/**
 * Reads a JSON file. Returns null if it is missing or not JSON: the page is still served, and reports the problem
 * itself.
 */
function readOrNothing(path: string) {
  try {
    return readJson(path);
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

/** The fields of config.json that the policy needs, unchecked. */
export type PolicyConfig = ListingConfig & {
  registryUrl?: unknown;
  apiBase?: unknown;
};

export type UncheckedRegistry = Partial<RegistryDocument>;

const originOf = (address: unknown): string | null =>
  typeof address === 'string' && /^https?:\/\//.test(address) && URL.canParse(address) ? new URL(address).origin : null;

const ORIGINS_KEPT = 3;

/**
 * Remembers the last 3 origins of each remote. A browser that refuses a new entry keeps using the last one that it
 * accepted, and must still be able to load it from its origin. The returned function gives the origins of all remotes
 * in the registry. An entry that no key of config.json signed adds none: no browser would load it.
 */
export function createOriginMemory(): (registry: UncheckedRegistry, config: PolicyConfig) => string[] {
  const known: Map<string, string[]> = new Map();
  return (registry, config) => {
    const entries = Array.isArray(registry?.remotes)
      ? registry.remotes.flatMap((entry) => (typeof entry?.id === 'string' ? [entry] : []))
      : [];
    const keys = listedKeys(config);
    const all = entries.flatMap((entry) => {
      const releases = signatureState(entry, keys) === 'valid' ? [entry, entry.canary, entry.preview] : [];
      const now = releases.flatMap((release) => originOf(release?.baseUrl) ?? []);
      const origins = [...new Set([...now, ...(known.get(entry.id) ?? [])])].slice(0, ORIGINS_KEPT);
      known.set(entry.id, origins);
      return origins;
    });
    return [...new Set(all)];
  };
}

/**
 * The policy as a header value, without unsafe-inline and unsafe-eval. `known`: the origins of the registry's remotes.
 * `development`: one more origin of remotes, with its web socket.
 */
export function contentSecurityPolicy(known: readonly string[], config: PolicyConfig, development: string | null) {
  // A registry on another origin belongs to a store, which also holds the remotes.
  const remotes = new Set([...known, originOf(config?.registryUrl), development].filter(Boolean));
  const reachable = new Set(
    [...remotes, originOf(config?.apiBase), development?.replace(/^http/, 'ws')].filter(Boolean),
  );
  return [
    "default-src 'none'",
    ["script-src 'self'", ...remotes].join(' '),
    ["style-src 'self'", ...remotes].join(' '),
    ["connect-src 'self'", ...reachable].join(' '),
    ["img-src 'self' data:", ...remotes].join(' '),
    ["font-src 'self'", ...remotes].join(' '),
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

// Serves the host over HTTP: its files, its configuration and the API behind it.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import httpProxy from '@fastify/http-proxy';
import {
  type PolicyConfig,
  type UncheckedRegistry,
  contentSecurityPolicy,
  createOriginMemory,
  developmentOrigin,
} from './content-security-policy.ts';
import { codeOf } from './errors.mjs';
import { createHttpServer, isHashed, serveFiles } from './http-server.ts';
import { liveDocument, serveStoreDocuments } from './live-document.ts';
import { readJson } from './paths.mjs';
import { folderStore } from './publishing/folder-store.ts';
import { securityHeaders } from './publishing/rules.ts';
import type { FastifyInstance } from 'fastify';
import type { IncomingMessage } from 'node:http';

const isData = (path: string): boolean => /^\/(config\.json$|registry\.json$|history\/)/.test(path);

/** True for the API, which sets its own headers. Ours apply when it does not answer. */
const isOfApi = (path: string): boolean => path.startsWith('/api/');

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
 * `storeDir`; the API behind /api/. `alsoReachable` is one more origin that the page may connect to: a dev server.
 */
type HostOptions = {
  root: string;
  webDir: string;
  storeDir?: string | undefined;
  apiUrl: string;
  port: number;
  host?: string;
  behindProxy?: boolean | undefined;
  alsoReachable?: string | null | undefined;
};

/** Any address without a file gets the page. */
export async function serveHost({
  root,
  webDir,
  storeDir = webDir,
  apiUrl,
  port,
  host = '127.0.0.1',
  behindProxy = false,
  alsoReachable = null,
}: HostOptions) {
  const server = createHttpServer(securityHeaders.data);
  const [configFile, registryFile] = [join(webDir, 'config.json'), join(storeDir, 'registry.json')];
  addPolicies(server, policyOf({ configFile, registryFile, alsoReachable }));
  await server.register(httpProxy, {
    upstream: apiUrl,
    prefix: '/api',
    // The same as in nginx (deploy/). 0 would mean 10 s, but a call that waits for changes takes 20 s.
    http: { requestOptions: { timeout: 150_000 } },
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({ ...headers, 'x-forwarded-for': callersOf(request, behindProxy) }),
    },
  });
  // Source maps are not served: they are for developers, not for every visitor.
  await serveFiles(server, root, (path) => !path.endsWith('.map'));
  server.get('/config.json', liveDocument(folderStore(webDir), 'config.json'));
  // Only folders on this machine have histories beside registry.json; without them the platform page says so.
  serveStoreDocuments(server, storeDir);
  servePage(server);
  await server.listen({ port, host });
  return server;
}

function addPolicies(server: FastifyInstance, policy: ReturnType<typeof policyOf>): void {
  server.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?');
    // The page's policy names every origin, and would be larger than most scripts.
    if (isHashed(path)) return void reply.headers(securityHeaders.asset);
    if (isOfApi(path) || isData(path)) return void reply.headers(securityHeaders.data);
    const { header, varies, isOfDevelopment } = policy(request.headers.cookie);
    reply.headers({ ...securityHeaders.page, 'Content-Security-Policy': header });
    // Without this header, a browser that gets a 304 would keep the value of its cached page.
    if (isOfDevelopment) reply.header('Integrity-Policy', 'blocked-destinations=()');
    if (varies) reply.header('Vary', 'Cookie');
  });
}

/** The page itself, at every address that is neither a file nor the API's. */
function servePage(server: FastifyInstance): void {
  server.get('/', (_request, reply) => reply.sendFile('index.html'));
  server.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?');
    if (request.method === 'GET' && !request.url.startsWith('/api/') && !/\.[a-z]+$/.test(path))
      return reply.sendFile('index.html');
    return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
  });
}

/**
 * Returns a function that gives the policy for a `Cookie` header. `varies`: another cookie may get another policy.
 * `isOfDevelopment`: scripts may come unsigned from a dev server. Reads registry.json and config.json again only if
 * they changed.
 */
function policyOf({
  configFile,
  registryFile,
  alsoReachable,
}: {
  configFile: string;
  registryFile: string;
  alsoReachable: string | null;
}) {
  const originsOf = createOriginMemory();
  let registry: UncheckedRegistry = {};
  const read = () => {
    // If the registry cannot be read, keep the last one: browsers still use the entries that they accepted.
    registry = (readOrNothing(registryFile) as UncheckedRegistry | null) ?? registry;
    const config = (readOrNothing(configFile) ?? {}) as PolicyConfig;
    const known = originsOf(registry, config);
    return { registry, config, known, strict: contentSecurityPolicy(registry, config, { known, alsoReachable }) };
  };
  let made: { state: string; found: ReturnType<typeof read> } | null = null;
  return (cookies: string | undefined) => {
    const state = [registryFile, configFile]
      .map((file) => statSync(file, { throwIfNoEntry: false }))
      .map((stat) => `${stat?.mtimeMs} ${stat?.size}`)
      .join();
    if (state !== made?.state) made = { state, found: read() };
    const { registry, config, known, strict } = made.found;
    const development = developmentOrigin(cookies, config);
    const header = development
      ? contentSecurityPolicy(registry, config, { known, alsoReachable, development })
      : strict;
    const isOfDevelopment = development !== null || alsoReachable !== null;
    return { header, varies: config?.allowDevelopment === true, isOfDevelopment };
  };
}

/**
 * Reads a JSON file. Returns null if it is missing or not JSON: the page is still served, and reports the problem
 * itself.
 */
function readOrNothing(path: string): unknown {
  try {
    return readJson(path);
  } catch (error) {
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

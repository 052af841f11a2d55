// Remotes' files as every server of them sends them: readable for consoles on any origin, and nothing that a browser
// would run as a page.
/** @import { FastifyInstance, FastifyRequest } from 'fastify' */
import fastifyStatic from '@fastify/static';
import { dropValidators, setFileHeaders } from './file-headers.mjs';
import { securityHeaders } from './publishing/rules.mjs';
import { isStorePath, typeOfFile } from './publishing/store.mjs';

/**
 * The path of an address, without its query.
 * @type {(url: string) => string}
 */
const pathOf = (url) => url.split('?')[0] ?? '';

/**
 * What everybody may read: files of the kinds that a remote consists of.
 * @type {(path: string) => boolean}
 */
export const isRemoteFile = (path) => isStorePath(path) && typeOfFile(path) !== null;

/**
 * Lets `server` send the files below `root`, each by the type of its ending and no other. Everybody may read what a
 * remote consists of; `mayRead(path, request)` says it otherwise.
 * @param {FastifyInstance} server
 * @param {string} root
 * @param {{ mayRead?: (path: string, request: FastifyRequest) => boolean }} [options]
 */
export async function serveRemoteFiles(server, root, { mayRead = isRemoteFile } = {}) {
  // Of a missing file too: the console can only tell its operator that it is missing when it may read the answer.
  server.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders.published));
  server.addHook('onSend', async (request, reply, payload) => {
    const type = reply.statusCode < 300 ? typeOfFile(pathOf(request.url)) : null;
    if (type !== null) reply.header('Content-Type', type);
    dropValidators(reply, request.url);
    return payload;
  });
  await server.register(fastifyStatic, {
    root,
    preCompressed: true,
    cacheControl: false,
    acceptRanges: false,
    index: false,
    dotfiles: 'ignore',
    setHeaders: setFileHeaders,
    allowedPath: (path, _root, request) => mayRead(path.replace(/^\//, ''), request),
  });
}

// Serves one remote's published files over HTTP.
import Fastify from 'fastify';
import { serveRemoteFiles } from './remote-files.mjs';

/**
 * Serves the folder `root` of a remote; `host` is the address to bind.
 * @param {{ root: string, port: number, host?: string }} options
 */
export async function serveRemote({ root, port, host = '127.0.0.1' }) {
  const server = Fastify({ logger: false, forceCloseConnections: true });
  await serveRemoteFiles(server, root);
  await server.listen({ port, host });
  return server;
}

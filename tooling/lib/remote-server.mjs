// Serves one remote's published files over HTTP.
import { createHttpServer } from './http-server.mjs';
import { securityHeaders } from './publishing/rules.mjs';
import { serveRemoteFiles } from './remote-files.mjs';

/**
 * Serves the folder `root` of a remote; `host` is the address to bind.
 * @param {{ root: string, port: number, host?: string }} options
 */
export async function serveRemote({ root, port, host = '127.0.0.1' }) {
  const server = createHttpServer(securityHeaders.published);
  await serveRemoteFiles(server, root);
  await server.listen({ port, host });
  return server;
}

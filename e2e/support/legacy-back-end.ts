import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { adminScripts, openScripts } from './legacy-admin-scripts.ts';
import { login, refused, scripts } from './legacy-scripts.ts';
import { legacyTimeZone, type LegacyState } from './legacy-state.ts';
import { sendUntidy } from './legacy-untidy.ts';
import { apiPath, phpHeaders, readRequest, sharedKey, type LegacyRequest } from './legacy-wire.ts';

/** An existing PHP back end that knows only the specification, with names of its own. */
export interface LegacyBackEnd {
  readonly state: LegacyState;
  /** All requests that it received, including the browser's own (OPTIONS). */
  readonly requests: readonly LegacyRequest[];
  close(): Promise<void>;
}

/** Where its web server keeps copies of lock batches: beside the panel, not below its API. */
const uploadFolder = '/uploads/lock_files';

/** config.json of a console in front of it. */
export function legacyConfig(port: number): object {
  return {
    apiBase: `http://localhost:${port}${apiPath}`,
    backend: 'legacy',
    codec: 'legacy-cryptojs',
    sharedKey,
    idempotent: false,
    serverTimeZone: legacyTimeZone,
    names: {
      reports: { lock: 'locked_devices' },
      actions: { lock: 'LOCK_DEVICE' },
      folders: { lock: uploadFolder },
      permissions: {
        'Lock Device': 'LOCK',
        'Device Details': 'SEARCH',
        'Audit Report': 'AUDIT',
        Reports: 'REPORTS',
        'Unlock Device': 'UNLOCK',
      },
    },
  };
}

function sendUpload(state: LegacyState, path: string, response: ServerResponse): void {
  const upload = state.uploads.find(({ file }) => path === `${uploadFolder}/${file}`);
  if (upload) response.writeHead(200, { ...phpHeaders, 'Content-Type': 'text/csv' }).end(upload.text);
  else response.writeHead(404, phpHeaders).end('<html><h1>Not Found</h1></html>');
}

function answer(state: LegacyState, { call, headers, body }: LegacyRequest, response: ServerResponse): void {
  const path = call.slice(call.indexOf(' ') + 1);
  if (call.startsWith('OPTIONS ')) return void response.writeHead(204, phpHeaders).end();
  const send = (said: object, isSealed: boolean): void =>
    sendUntidy(response, said, isSealed, state.untidy.get(call) ?? state.untidy.get('*'));
  if (call === 'POST login.php') return send(login(state, body), true);
  const open = openScripts[call];
  if (open) return send(open(state, body), true);
  const account = state.sessions.get(String(headers['x-api-key']));
  const isCopy = /^POST bulk\w+Copy\.php$/.test(call);
  // Like such back ends: HTTP 200 whatever happens.
  if (!account) return send(refused('Authorization Failed.Invalid'), !isCopy);
  if (path.startsWith(`${uploadFolder}/`)) return sendUpload(state, path, response);
  const script = scripts[call] ?? adminScripts[call];
  if (!script) return void response.writeHead(404, phpHeaders).end('File not found.');
  const said = script({ state, account, body });
  // A lookup names no action.
  const isCommand = body['action'] !== undefined;
  if (isCommand && state.losesAnswerOf.delete(String(body['imei']))) return void response.destroy();
  return send(said, !isCopy);
}

/** Starts the back end on a port of this machine; `state` is what it knows, controlled by the test. */
export async function startLegacyBackEnd(port: number, state: LegacyState): Promise<LegacyBackEnd> {
  const requests: LegacyRequest[] = [];
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await readRequest(message);
    requests.push(request);
    answer(state, request, response);
  };
  const server = createServer((message, response) => {
    serve(message, response).catch((error: unknown) =>
      response.writeHead(500, phpHeaders).end(`Fatal error: ${String(error)}`),
    );
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, 'localhost', listening);
  });
  return {
    state,
    requests,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

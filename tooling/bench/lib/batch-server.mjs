// A server that answers the calls of a batch and a bare one, as fast as Node can, on one port of this computer.
/** @import { AddressInfo } from 'node:net' */
/** @import { IncomingMessage } from 'node:http' */
/** @import * as cipher from '../../../shared-lib/src/crypto/cipher.ts' */
/** @import * as v1 from '../../../shared-lib/src/crypto/v1-codec.ts' */
/** @import { EnvelopeCodec, SealedBody } from '@device-console/shared-lib/crypto' */
/** @import { Bytes } from '../../../shared-lib/src/crypto/platform.ts' */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
/** @import { OutputFile } from 'esbuild' */
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundled } from '../../../shared-lib/bench/lib/bundled.mjs';

const KEY = 'the-shared-key-of-the-bench-0001';

/**
 * The cipher suite on Node's own functions, which need no thread: what the server takes for sealing stays small beside
 * the page's.
 * @type {(info: typeof cipher.keyInfo) => cipher.CipherSuite}
 */
const nodeSuite = (keyInfo) => ({
  deriveKeys: async (sharedKey) => {
    /** @type {(info: string) => Bytes} */
    const derive = (info) => new Uint8Array(hkdfSync('sha256', sharedKey, '', info, 32));
    return { encrypt: derive(keyInfo.encrypt), authenticate: derive(keyInfo.authenticate) };
  },
  blockCipher: async (key) => {
    /** @type {(cipher: ReturnType<typeof createCipheriv | typeof createDecipheriv>, bytes: Uint8Array) => Bytes} */
    const through = (cipher, bytes) => new Uint8Array(Buffer.concat([cipher.update(bytes), cipher.final()]));
    return {
      encrypt: async (iv, plain) => through(createCipheriv('aes-256-cbc', key, iv), plain),
      decrypt: async (iv, sealed) => through(createDecipheriv('aes-256-cbc', key, iv), sealed),
    };
  },
  authenticator: async (key) => {
    /** @type {(data: Uint8Array) => Bytes} */
    const sign = (data) => new Uint8Array(createHmac('sha256', key).update(data).digest());
    return {
      sign: async (data) => sign(data),
      verify: async (data, mac) => mac.length === 32 && timingSafeEqual(sign(data), mac),
    };
  },
});

async function pageScript() {
  const entry = fileURLToPath(new URL('./batch-page.mjs', import.meta.url));
  const {
    outputFiles: [file],
  } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    define: { BENCH_KEY: JSON.stringify(KEY) },
    logLevel: 'error',
  });
  return /** @type {OutputFile} */ (file).text;
}

/** @type {(request: IncomingMessage) => Promise<string>} */
async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Answers a call as the API does, opened and sealed; nothing is looked up and nothing is kept.
 * @type {(codec: EnvelopeCodec) => (request: IncomingMessage, path: string) => Promise<object>}
 */
function answering(codec) {
  const found = { status: 'success', message: 'found' };
  return async (request, path) => {
    const method = /** @type {string} */ (request.method);
    if (request.headers['content-type']?.startsWith('multipart/')) {
      await bodyOf(request);
      return { status: 'success', message: '', file: 'bench.csv' };
    }
    const sealed = /** @type {SealedBody} */ (JSON.parse(await bodyOf(request)));
    const { transactionId } = sealed;
    await codec.open(sealed, { direction: 'request', method, path, transactionId });
    return codec.seal(found, { direction: 'reply', method, path, transactionId });
  };
}

/** `{ address, end }`: the page of the bench at its root, the calls below /api/, bare JSON at /bare. */
export async function serveBatchCalls() {
  const script = await pageScript();
  const { createV1Codec, keyInfo } = /** @type {typeof cipher & typeof v1} */ (
    bundled('crypto/v1-codec.ts', 'crypto/cipher.ts')
  );
  const answer = answering(await createV1Codec(nodeSuite(keyInfo), KEY));
  const server = createServer(async (request, response) => {
    const url = /** @type {string} */ (request.url);
    /** @type {(type: string, text: string) => void} */
    const send = (type, text) =>
      response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
    if (request.url === '/')
      return send('text/html', '<!doctype html><title>Bench</title><p id="done"></p><script src="/page.js"></script>');
    if (request.url === '/page.js') return send('text/javascript', script);
    if (request.url === '/bare')
      return send(
        'application/json',
        JSON.stringify({ status: JSON.parse(await bodyOf(request)).imei ? 'success' : 'error', message: 'found' }),
      );
    if (url.startsWith('/api/'))
      return send('application/json', JSON.stringify(await answer(request, url.slice('/api/'.length))));
    return response.writeHead(204).end();
  });
  /** @type {Promise<void>} */
  const listens = new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  await listens;
  return {
    address: `http://localhost:${/** @type {AddressInfo} */ (server.address()).port}/`,
    end: () =>
      new Promise((ended) => {
        server.close(ended);
        server.closeAllConnections();
      }),
  };
}

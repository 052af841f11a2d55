// A server that answers the calls of a batch and a bare one, as fast as Node can, on one port of this computer.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundled } from '../../../shared-lib/bench/lib/bundled.mjs';

const KEY = 'the-shared-key-of-the-bench-0001';

/**
 * The cipher suite on Node's own functions, which need no thread: what the server takes for sealing stays small beside
 * the page's.
 */
const nodeSuite = (keyInfo) => ({
  deriveKeys: async (sharedKey) => {
    const derive = (info) => new Uint8Array(hkdfSync('sha256', sharedKey, '', info, 32));
    return { encrypt: derive(keyInfo.encrypt), authenticate: derive(keyInfo.authenticate) };
  },
  blockCipher: async (key) => {
    const through = (cipher, bytes) => new Uint8Array(Buffer.concat([cipher.update(bytes), cipher.final()]));
    return {
      encrypt: async (iv, plain) => through(createCipheriv('aes-256-cbc', key, iv), plain),
      decrypt: async (iv, sealed) => through(createDecipheriv('aes-256-cbc', key, iv), sealed),
    };
  },
  authenticator: async (key) => {
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
  return file.text;
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Answers a call as the API does, opened and sealed; nothing is looked up and nothing is kept. */
function answering(codec) {
  const found = { status: 'success', message: 'found' };
  return async (request, path) => {
    const { method } = request;
    if (request.headers['content-type']?.startsWith('multipart/')) {
      await bodyOf(request);
      return { status: 'success', message: '', file: 'bench.csv' };
    }
    const sealed = JSON.parse(await bodyOf(request));
    const { transactionId } = sealed;
    await codec.open(sealed, { direction: 'request', method, path, transactionId });
    return codec.seal(found, { direction: 'reply', method, path, transactionId });
  };
}

/** `{ address, end }`: the page of the bench at its root, the calls below /api/, bare JSON at /bare. */
export async function serveBatchCalls() {
  const script = await pageScript();
  const { createV1Codec, keyInfo } = bundled('crypto/v1-codec.ts', 'crypto/cipher.ts');
  const answer = answering(await createV1Codec(nodeSuite(keyInfo), KEY));
  const server = createServer(async (request, response) => {
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
    if (request.url.startsWith('/api/'))
      return send('application/json', JSON.stringify(await answer(request, request.url.slice('/api/'.length))));
    return response.writeHead(204).end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://localhost:${server.address().port}/`,
    end: () =>
      new Promise((ended) => {
        server.close(ended);
        server.closeAllConnections();
      }),
  };
}

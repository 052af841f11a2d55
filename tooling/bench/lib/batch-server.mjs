// A server that answers the calls of a batch and a bare one, as fast as Node can, on one port of this computer.
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundled } from '../../../shared-lib/bench/lib/bundled.mjs';

const KEY = 'the-shared-key-of-the-bench-0001';

async function pageScript() {
  const entry = fileURLToPath(new URL('./batch-page.mjs', import.meta.url));
  const { outputFiles: [file] } = await build({ entryPoints: [entry], bundle: true, minify: true, write: false, format: 'iife', target: 'es2022', platform: 'browser', define: { BENCH_KEY: JSON.stringify(KEY) }, logLevel: 'error' });
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
  const { createEnvelopeCodec } = bundled('crypto/index.ts');
  const answer = answering(await createEnvelopeCodec({ codec: 'v1', sharedKey: KEY }));
  const server = createServer(async (request, response) => {
    const send = (type, text) => response.writeHead(200, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }).end(text);
    if (request.url === '/') return send('text/html', '<!doctype html><title>Bench</title><p id="done"></p><script src="/page.js"></script>');
    if (request.url === '/page.js') return send('text/javascript', script);
    if (request.url === '/bare') return send('application/json', JSON.stringify({ status: JSON.parse(await bodyOf(request)).imei ? 'success' : 'error', message: 'found' }));
    if (request.url.startsWith('/api/')) return send('application/json', JSON.stringify(await answer(request, request.url.slice('/api/'.length))));
    return response.writeHead(204).end();
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://localhost:${server.address().port}/`,
    end: () => new Promise((ended) => { server.close(ended); server.closeAllConnections(); }),
  };
}

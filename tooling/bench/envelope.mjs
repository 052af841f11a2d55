// Sealing and opening a body by crypto-js and by WebCrypto, with keys that were derived before. Run by hand: node
// tooling/bench/envelope.mjs. In Chromium, because that is where the console seals, and in Node. `MOST_BYTES` of
// shared-lib's `crypto/sized-suite.ts` is where crypto-js takes half a millisecond in Chromium (ADR 0071).
/** @import * as envelope from '@device-console/shared-lib/crypto' */
import { createServer } from 'node:http';
import { once } from 'node:events';
import { buildSync } from 'esbuild';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../lib/chromium.mjs';
import { fromSharedLib } from '../lib/from-shared-lib.mjs';
import { onlyOutput } from '../lib/only-output.mjs';
import { sharedLibDir } from '../lib/workspace.mjs';

const SIZES = [100, 500, 1_000, 2_000, 4_000, 8_000, 16_000];
const source = "export { createEnvelopeCodec } from '@device-console/shared-lib/crypto';";

/**
 * The fewest microseconds that a seal and an open took, by codec, bytes of the body and engine: what else a computer
 * does only adds to them. A page gets this as text, so it may use nothing from around it but the global `envelope`.
 * @type {(sizes: readonly number[]) => Promise<Record<string, string | number>[]>}
 */
async function measure(sizes) {
  const scope = /** @type {typeof globalThis & { envelope: typeof envelope }} */ (globalThis);
  const context = /** @type {const} */ ({
    direction: 'request',
    method: 'POST',
    path: 'a.php',
    transactionId: 'an id',
  });
  const rows = [];
  for (const codec of /** @type {const} */ (['v1', 'legacy-cryptojs'])) {
    for (const bytes of sizes) {
      /** @type {Record<string, string | number>} */
      const row = { codec, bytes };
      for (const engine of /** @type {const} */ (['crypto-js', 'webcrypto'])) {
        const sharedKey = 'a shared key for the bench';
        const { seal, open } = await scope.envelope.createEnvelopeCodec({ codec, sharedKey, engine });
        let least = Number.POSITIVE_INFINITY;
        for (let round = 0; round < 60; round += 1) {
          const startedAt = performance.now();
          for (let run = 0; run < 20; run += 1) await open(await seal({ text: 'x'.repeat(bytes) }, context), context);
          least = Math.min(least, (performance.now() - startedAt) * 50);
        }
        row[engine] = Math.round(least);
      }
      rows.push(row);
    }
  }
  return rows;
}

Object.assign(globalThis, { envelope: await fromSharedLib(source) });
console.log('Node, microseconds');
console.table(await measure(SIZES));

const page = buildSync({
  stdin: { contents: source, resolveDir: sharedLibDir, loader: 'ts' },
  bundle: true,
  write: false,
  format: 'iife',
  globalName: 'envelope',
  logLevel: 'silent',
});
const server = createServer((_request, response) => response.end('<!doctype html>')).listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server has no port.');
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
try {
  const opened = await browser.newPage();
  await opened.goto(`http://127.0.0.1:${address.port}/`);
  await opened.addScriptTag({ content: Buffer.from(onlyOutput(page)).toString() });
  console.log('Chromium, microseconds');
  console.table(await opened.evaluate(measure, SIZES));
} finally {
  await browser.close();
  server.close();
}

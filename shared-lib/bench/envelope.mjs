// Sealing and opening a body by crypto-js and by WebCrypto, with keys that were derived before.
// Run by hand: node shared-lib/bench/envelope.mjs. In Chromium, because that is where the console seals, and in Node.
// `MOST_BYTES` of `crypto/sized-suite.ts` is where crypto-js takes half a millisecond (ADR 0071).
import { createServer } from 'node:http';
import { once } from 'node:events';
import { chromium } from 'playwright-core';
import { chromiumArguments, findChromium } from '../../tooling/lib/chromium.mjs';
import { bundled, scriptOf } from './lib/bundled.mjs';

const SIZES = [100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000];

/**
 * The median of the microseconds that a seal and an open take, by codec, bytes of the body and engine. Browsers get it
 * as text: it may use nothing from around it but `envelope`, what `crypto/index.ts` exports.
 */
async function measure(sizes) {
  const { createEnvelopeCodec } = globalThis.envelope;
  const context = { direction: 'request', method: 'POST', path: 'a.php', transactionId: 'an id' };
  const rows = [];
  for (const codec of ['v1', 'legacy-cryptojs']) {
    for (const bytes of sizes) {
      const row = { codec, bytes };
      for (const engine of ['crypto-js', 'webcrypto']) {
        const { seal, open } = await createEnvelopeCodec({ codec, sharedKey: 'a shared key for tests', engine });
        const times = [];
        for (let round = 0; round < 30; round += 1) {
          const startedAt = performance.now();
          for (let run = 0; run < 20; run += 1) await open(await seal({ text: 'x'.repeat(bytes) }, context), context);
          times.push((performance.now() - startedAt) * 50);
        }
        row[engine] = Math.round(times.sort((a, b) => a - b)[15]);
      }
      rows.push(row);
    }
  }
  return rows;
}

console.log('Node, microseconds');
globalThis.envelope = bundled('crypto/index.ts');
console.table(await measure(SIZES));

const server = createServer((_request, response) => response.end('<!doctype html>')).listen(0, '127.0.0.1');
await once(server, 'listening');
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.addScriptTag({ content: scriptOf('envelope', 'crypto/index.ts') });
  console.log('Chromium, microseconds');
  console.table(await page.evaluate(measure, SIZES));
} finally {
  await browser.close();
  server.close();
}

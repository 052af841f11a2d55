// The page of the bench: three ways through the same number of IMEIs.
/* global BENCH_KEY, document */
/** @import { BatchRunner, BatchState } from '@device-console/shared-lib/batch' */
import { createApiClient } from '@device-console/shared-lib/api';
import { browserBatchPorts, createBatchManager } from '@device-console/shared-lib/batch-host';
import { calls, commandById } from '@device-console/shared-lib/contract';
import { batchItemTransactionId, createEnvelopeCodec, newTransactionId } from '@device-console/shared-lib/crypto';

/**
 * A way through `count` IMEIs; returns the milliseconds that it took.
 * @typedef {(count: number) => Promise<number>} BatchWay
 *
 * The global object of this page.
 * @typedef {typeof globalThis & {
 *   batchBench: Record<'bare' | 'envelope' | 'the whole engine', BatchWay>,
 * }} BatchPage
 */

const session = { token: 'the-token-of-the-bench', email: 'bench@example.com' };
const action = 'lock';
/** @type {(count: number) => Float64Array} */
const imeisOf = (count) => Float64Array.from({ length: count }, (_, index) => 350_000_000_000_000 + index);

const codec = createEnvelopeCodec({ codec: 'v1', sharedKey: BENCH_KEY });
const client = createApiClient({
  apiBase: '/api/',
  backend: 'reference',
  codec,
  session: () => session,
  fetch: (url, init) => fetch(url, init),
});
/** @type {(error: unknown) => never} */
const fail = (error) => {
  throw error;
};
const ports = browserBatchPorts({
  client,
  ids: { batchId: newTransactionId, itemTransactionId: batchItemTransactionId },
  place: 'A bench',
  signedIn: () => session.email,
  onFailure: fail,
});
const manager = createBatchManager({ ports, idempotent: true });

/** @type {(work: () => Promise<void>) => Promise<number>} */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** @type {(count: number) => Promise<void>} */
async function bare(count) {
  const batchId = newTransactionId();
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': session.token };
  for (const imei of imeisOf(count)) {
    const response = await fetch('/bare', {
      method: 'POST',
      headers,
      body: JSON.stringify({ imei: String(imei), action, filename: 'bench.csv', batchId, user: session.email }),
    });
    const { message } = await response.json();
    if (message !== 'found') throw new Error(`The server answered ${message}.`);
  }
}

/** @type {(count: number) => Promise<void>} */
async function envelope(count) {
  const batchId = newTransactionId();
  const { method, path } = calls.getImeiDetails;
  const sealing = await codec;
  for (const imei of imeisOf(count)) {
    const transactionId = newTransactionId();
    const headers = {
      'Content-Type': 'application/json',
      'X-API-Key': session.token,
      'X-Transaction-Id': transactionId,
    };
    const body = { imei: String(imei), action, filename: 'bench.csv', batchId, user: session.email };
    const sealed = await sealing.seal(body, { direction: 'request', method, path, transactionId });
    const response = await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(sealed) });
    const { message } = /** @type {{ message: string }} */ (
      await sealing.open(await response.json(), { direction: 'reply', method, path, transactionId })
    );
    if (message !== 'found') throw new Error(`The server answered ${message}.`);
  }
}

/**
 * The state of the runner that `wanted` is true for.
 * @type {(runner: BatchRunner, wanted: (state: BatchState) => boolean) => Promise<BatchState>}
 */
function reached(runner, wanted) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const state = runner.getSnapshot();
      if (state.status === 'failed') reject(new Error(state.message));
      else if (wanted(state)) resolve(state);
      else return;
      stop();
    };
    /** @type {() => void} */
    let stop = () => undefined;
    stop = runner.subscribe(look);
    look();
  });
}

/**
 * The time that the summary of the batch states, upload and registration included; a view is drawn meanwhile.
 * @type {BatchWay}
 */
async function engine(count) {
  const runner = manager.runnerFor(session.email, commandById('lock'));
  await reached(runner, ({ status }) => status === 'idle');
  const place = /** @type {HTMLElement} */ (document.getElementById('done'));
  runner.start({
    name: 'bench.csv',
    rows: { imeis: imeisOf(count) },
    totals: { total: count, valid: count, invalid: 0, duplicates: 0 },
  });
  const { batch } = /** @type {Extract<BatchState, { status: 'finished' }>} */ (
    await reached(runner, (state) => {
      if (state.status === 'running') place.textContent = `${state.batch.summary.done} of ${count}`;
      return state.status === 'finished';
    })
  );
  if (batch.summary.found !== count) throw new Error(`${batch.summary.found} of ${count} were found.`);
  runner.newBatch();
  return batch.processTimeMs;
}

/** @type {BatchPage} */ (globalThis).batchBench = {
  bare: (count) => timed(() => bare(count)),
  envelope: (count) => timed(() => envelope(count)),
  'the whole engine': engine,
};

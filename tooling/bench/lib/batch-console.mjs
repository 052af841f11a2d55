// The built console with many devices, for measuring batches: what Chromium takes for one, and what Node does.
/** @import { SealedRequest, Timed, TimedPage } from './batch-in-chromium.mjs' */
/** @import * as api from '../../../shared-lib/src/api/index.ts' */
/** @import * as cryptography from '../../../shared-lib/src/crypto/index.ts' */
/** @import * as contract from '../../../shared-lib/src/contract/index.ts' */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareConsole, runProcesses } from '../../lib/console-processes.mjs';
import { fromSharedLib } from '../../lib/from-shared-lib.mjs';
import { rootDir } from '../../lib/paths.mjs';
import { bareInChromium, batchInChromium } from './batch-in-chromium.mjs';
import { demoPassword } from './page-load.mjs';

/* global Blob */

/**
 * `chunks`: a batch of each size, in the order asked for.
 * @typedef {{ chunks: TimedPage[], singles: TimedPage, bareChunks: Timed, bareSingles: Timed, bareInPage: Timed }}
 *   BatchTimes
 */

const { createApiClient, createEnvelopeCodec, newTransactionId, batchItemTransactionId, calls, copyCall } =
  /** @type {typeof api & typeof cryptography & typeof contract} */ (
    await fromSharedLib(
      ['api', 'crypto', 'contract'].map((part) => `export * from '@device-console/shared-lib/${part}';`).join('\n'),
    )
  );

const CHUNK = 50;
/**
 * Servers and database give way to the page. They share its cores here, but not those of an operator's computer: a task
 * of the page would be measured with the time in which it waited for them.
 */
export const SERVER_NICENESS = 19;
const account = { email: 'admin@example.com', password: demoPassword };
/** @type {(index: number) => string} */
const imeiOf = (index) => `86${String(index).padStart(13, '0')}`;
/** @type {(start: number, count: number) => string[]} */
const imeisOf = (start, count) => Array.from({ length: count }, (_, index) => imeiOf(start + index));

/** @type {(folder: string, count: number) => void} */
function importDevices(folder, count) {
  const file = join(folder, 'devices.csv');
  const lines = imeisOf(0, count).map((imei) => `${imei},,Samsung,A15,1.0,LITE`);
  writeFileSync(file, `imei1,imei2,brand,model,app_version,app_type\n${lines.join('\n')}\n`);
  const cli = join(rootDir, 'reference-api/dist/cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'import-devices', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The devices were not imported: ${stderr}`);
}

/** The console's API, as a logged-in client in Node sees it, where the page does. */
class NodeOperator {
  /** @type {{ token: string, email: string } | null} */
  #session = null;
  #client;

  /** @param {string} address @param {string} sharedKey */
  constructor(address, sharedKey) {
    this.#client = createApiClient({
      apiBase: `${address}/`,
      backend: 'reference',
      codec: createEnvelopeCodec({ codec: 'v1', sharedKey }),
      session: () => this.#session,
      fetch: (url, init) => this.#send(url, init),
    });
  }

  /** @type {typeof fetch} */
  #send = (url, init) => fetch(url, init);

  /**
   * The calls of a batch one by one, as they go over the wire.
   * @param {readonly string[]} imeis @returns {Promise<SealedRequest[]>}
   */
  async sealed(imeis) {
    const common = await this.#begin(imeis);
    /** @type {SealedRequest[]} */
    const requests = [];
    const send = this.#send;
    this.#send = (url, init) => {
      const { method, headers, body } = /** @type {SealedRequest} */ (init);
      requests.push({ url: String(url), method, headers, body });
      return Promise.reject(new Error('Kept for later.'));
    };
    for (const [index, imei] of imeis.entries()) {
      const transactionId = batchItemTransactionId(common.batchId, imei, 'lock');
      const item = { ...common, imei, row: index + 1 };
      await this.#client.call(calls.getImeiDetails, item, { transactionId }).catch(() => undefined);
    }
    this.#send = send;
    return requests;
  }

  async logIn() {
    const { token, email } = await this.#client.call(calls.login, account);
    this.#session = { token, email };
  }

  /** @param {readonly string[]} imeis */
  async #begin(imeis) {
    const [batchId, run] = [newTransactionId(), newTransactionId()];
    const copy = { name: 'bare.csv', content: new Blob(['sno,imei1\n']) };
    const { file } = await this.#client.upload(copyCall('bulkLockCopy.php'), copy, { batchId });
    await this.#client.call(calls.updateCommandOnServer, { imeilist: imeis.join(), action: 'lock', batchId });
    const batch = { fileName: 'bare.csv', total: imeis.length, invalid: 0, duplicates: 0 };
    await this.#client.call(calls.batchClaim, { action: 'lock', batchId, run, place: 'Node', batch });
    return { action: 'lock', filename: file, batchId, run };
  }

  /** @param {readonly string[]} imeis @returns {Promise<Timed>} */
  async inChunks(imeis) {
    const common = await this.#begin(imeis);
    const begun = performance.now();
    for (let start = 0; start < imeis.length; start += CHUNK) {
      const items = imeis.slice(start, start + CHUNK).map((imei, place) => ({
        row: start + place + 1,
        imei,
        transactionId: batchItemTransactionId(common.batchId, imei, 'lock'),
      }));
      const { items: outcomes } = await this.#client.call(calls.batchItems, { ...common, items });
      if (outcomes.some(({ message }) => message !== 'found')) throw new Error('A device was not found.');
    }
    return { rows: imeis.length, milliseconds: performance.now() - begun };
  }

  /** @param {readonly string[]} imeis @returns {Promise<Timed>} */
  async oneByOne(imeis) {
    const common = await this.#begin(imeis);
    const begun = performance.now();
    for (const [index, imei] of imeis.entries()) {
      const transactionId = batchItemTransactionId(common.batchId, imei, 'lock');
      const item = { ...common, imei, row: index + 1 };
      const { message } = await this.#client.call(calls.getImeiDetails, item, { transactionId });
      if (message !== 'found') throw new Error(`The server answered ${message}.`);
    }
    return { rows: imeis.length, milliseconds: performance.now() - begun };
  }
}

/**
 * What a started console is measured with.
 * @typedef {{ measure: (program: string, counts: { sizes: readonly number[], singles: number, bare: number })
 *   => Promise<BatchTimes> }} BatchConsole
 */

/**
 * Starts a console on a fresh SQLite file, or on a PostgreSQL database, and ends it after the work.
 * @type {(databaseUrl: string | null, work: (console: BatchConsole) => Promise<BatchTimes>) => Promise<BatchTimes>}
 */
export async function withBatchConsole(databaseUrl, work) {
  const folder = mkdtempSync(join(tmpdir(), 'batch-bench-'));
  process.env['PORT'] = process.env['BENCH_PORT'] ?? '3700';
  process.env['DATA_DIR'] = folder;
  process.env['DEMO'] = '1';
  // A new account that sends millions within an hour would be paused.
  process.env['COMMAND_BUDGETS'] = ['account-day', 'deployment-day', 'rise-least']
    .map((name) => `${name}=1000000000`)
    .join();
  if (databaseUrl === null) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = databaseUrl;
  const { layout, processes } = await prepareConsole({ demo: true, log: (line) => console.log(`  ${line}`) });
  const apiEnv = processes.find(({ name }) => name === 'reference-api')?.env ?? {};
  const fail = (/** @type {Error} */ error) => {
    throw error;
  };
  const running = await runProcesses(processes, fail, { through: ['nice', '-n', String(SERVER_NICENESS)] });
  /** @type {BatchConsole['measure']} */
  const measure = async (program, { sizes, singles, bare }) => {
    importDevices(folder, sizes.reduce((sum, rows) => sum + rows) + 3 * singles + bare);
    const operator = new NodeOperator(`${layout.address}/api`, apiEnv['SHARED_KEY'] ?? '');
    await operator.logIn();
    const next = { index: 0 };
    /** @type {(count: number) => string[]} */
    const devices = (count) => {
      const start = next.index;
      next.index += count;
      return imeisOf(start, count);
    };
    /** @type {(count: number) => string} */
    const fileOf = (count) => {
      const file = join(folder, 'batch.csv');
      const lines = devices(count).map((imei, index) => `${index + 1},${imei}`);
      writeFileSync(file, `sno,imei1\n${lines.join('\n')}\n`);
      return file;
    };
    const inPage = { origin: layout.address, ...account };
    const times = {
      bareSingles: await operator.oneByOne(devices(singles)),
      bareInPage: await bareInChromium(program, inPage, await operator.sealed(devices(singles))),
      singles: await batchInChromium(program, inPage, fileOf(singles), { rows: singles, inChunks: false }),
      bareChunks: await operator.inChunks(devices(bare)),
    };
    /** @type {TimedPage[]} */
    const chunks = [];
    for (const rows of sizes)
      chunks.push(await batchInChromium(program, inPage, fileOf(rows), { rows, inChunks: true }));
    return { ...times, chunks };
  };
  try {
    return await work({ measure });
  } finally {
    await running.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

// The built console with many devices, for measuring batches.
/** @import * as api from '../../../shared-lib/src/api/index.ts' */
/** @import * as cryptography from '../../../shared-lib/src/crypto/index.ts' */
/** @import * as contract from '../../../shared-lib/src/contract/index.ts' */
/** @import { Account } from './page-load.mjs' */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareConsole, runProcesses } from '../../lib/console-processes.mjs';
import { fromSharedLib } from '../../lib/from-shared-lib.mjs';
import { rootDir } from '../../lib/paths.mjs';
import { demoPassword } from './page-load.mjs';

/* global Blob */

/**
 * @typedef {{ url: string, method: string, headers: Record<string, string>, body: string }} SealedRequest
 *
 * A started console: the account that runs batches, `fileOf`, which writes a file of devices that were in no batch yet,
 * and `sealed`, which returns the calls of a batch of such devices.
 * @typedef {{
 *   account: Account,
 *   fileOf: (rows: number) => string,
 *   sealed: (rows: number, options: { inChunks: boolean }) => Promise<SealedRequest[]>,
 * }} BatchConsole
 */

const { createApiClient, createEnvelopeCodec, newTransactionId, batchItemTransactionId, calls, copyCall } =
  /** @type {typeof api & typeof cryptography & typeof contract} */ (
    await fromSharedLib(
      ['api', 'crypto', 'contract'].map((part) => `export * from '@device-console/shared-lib/${part}';`).join('\n'),
    )
  );

const CHUNK = 50;
/** Servers and database yield to the page: here they share its cores, which they do not on an operator's computer. */
export const SERVER_NICENESS = 19;
/** @type {(start: number, count: number) => string[]} */
const imeisOf = (start, count) =>
  Array.from({ length: count }, (_, index) => `86${String(start + index).padStart(13, '0')}`);

/** @type {(folder: string, count: number) => void} */
function importDevices(folder, count) {
  const file = join(folder, 'devices.csv');
  const lines = imeisOf(0, count).map((imei) => `${imei},,Samsung,A15,1.0,LITE`);
  writeFileSync(file, `imei1,imei2,brand,model,app_version,app_type\n${lines.join('\n')}\n`);
  const cli = join(rootDir, 'reference-api/dist/cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'import-devices', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The devices were not imported: ${stderr}`);
}

/**
 * Announces a batch to the server as the page does. Returns the calls of its items without sending them.
 * @type {(account: Account, sharedKey: string, imeis: readonly string[], inChunks: boolean) =>
 *   Promise<SealedRequest[]>}
 */
async function sealedBatch({ origin, email, password }, sharedKey, imeis, inChunks) {
  /** @type {{ token: string, email: string } | null} */
  let session = null;
  /** @type {SealedRequest[] | null} */
  let kept = null;
  const client = createApiClient({
    apiBase: `${origin}/api/`,
    backend: 'reference',
    codec: createEnvelopeCodec({ codec: 'v1', sharedKey }),
    session: () => session,
    fetch: (url, init) => {
      if (!kept) return fetch(url, init);
      const { method, headers, body } = /** @type {SealedRequest} */ (init);
      kept.push({ url: String(url), method, headers, body });
      return Promise.reject(new Error('Kept for later.'));
    },
  });
  session = await client.call(calls.login, { email, password });
  const [batchId, run] = [newTransactionId(), newTransactionId()];
  const copy = { name: 'bare.csv', content: new Blob(['sno,imei1\n']) };
  const { file } = await client.upload(copyCall('bulkLockCopy.php'), copy, { batchId });
  await client.call(calls.updateCommandOnServer, { imeilist: imeis.join(), action: 'lock', batchId });
  const batch = { fileName: 'bare.csv', total: imeis.length, invalid: 0, duplicates: 0 };
  await client.call(calls.batchClaim, { action: 'lock', batchId, run, place: 'Node', batch });

  const common = { action: 'lock', filename: file, batchId, run };
  const items = imeis.map((imei, index) => ({
    row: index + 1,
    imei,
    transactionId: batchItemTransactionId(batchId, imei, 'lock'),
  }));
  kept = [];
  const size = inChunks ? CHUNK : 1;
  for (let start = 0; start < items.length; start += size) {
    const chunk = items.slice(start, start + size);
    const [{ transactionId, ...item }] = /** @type {[(typeof items)[number]]} */ (chunk);
    const [sent] = await Promise.allSettled([
      inChunks
        ? client.call(calls.batchItems, { ...common, items: chunk })
        : client.call(calls.getImeiDetails, { ...common, ...item }, { transactionId }),
    ]);
    if (kept.length !== start / size + 1) throw new Error('A call was not kept.', { cause: sent });
  }
  return kept;
}

/**
 * Starts a console with this many devices, on a fresh SQLite file or on a PostgreSQL database. Ends it after `work`.
 * @template Result
 * @param {string | null} databaseUrl
 * @param {number} devices
 * @param {(console: BatchConsole) => Promise<Result>} work
 */
export async function withBatchConsole(databaseUrl, devices, work) {
  const folder = mkdtempSync(join(tmpdir(), 'batch-bench-'));
  process.env['PORT'] = process.env['BENCH_PORT'] ?? '3700';
  process.env['DATA_DIR'] = folder;
  process.env['DEMO'] = '1';
  // Without this, a new account that sends millions within an hour would be paused.
  process.env['COMMAND_BUDGETS'] = ['account-day', 'deployment-day', 'rise-least']
    .map((name) => `${name}=1000000000`)
    .join();
  if (databaseUrl === null) delete process.env['DATABASE_URL'];
  else process.env['DATABASE_URL'] = databaseUrl;
  const { layout, processes } = await prepareConsole({ demo: true, log: (line) => console.log(`  ${line}`) });
  const sharedKey = processes.find(({ name }) => name === 'reference-api')?.env['SHARED_KEY'] ?? '';
  const fail = (/** @type {Error} */ error) => {
    throw error;
  };
  const running = await runProcesses(processes, fail, { through: ['nice', '-n', String(SERVER_NICENESS)] });
  try {
    importDevices(folder, devices);
    const account = { origin: layout.address, email: 'admin@example.com', password: demoPassword };
    let taken = 0;
    /** @type {(count: number) => string[]} */
    const next = (count) => {
      taken += count;
      return imeisOf(taken - count, count);
    };
    return await work({
      account,
      fileOf: (rows) => {
        const file = join(folder, 'batch.csv');
        const lines = next(rows).map((imei, index) => `${index + 1},${imei}`);
        writeFileSync(file, `sno,imei1\n${lines.join('\n')}\n`);
        return file;
      },
      sealed: (rows, { inChunks }) => sealedBatch(account, sharedKey, next(rows), inChunks),
    });
  } finally {
    await running.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

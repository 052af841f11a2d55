// The built console with many devices, for measuring batches.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareConsole, runProcesses } from '../../lib/console-processes.ts';
import { fromSharedLib } from '../../lib/from-shared-lib.ts';
import { rootDir } from '../../lib/paths.mjs';
import { type Account, demoPassword } from './page-load.ts';
import type * as api from '../../../shared-lib/src/api/index.ts';
import type * as cryptography from '../../../shared-lib/src/crypto/index.ts';
import type * as contract from '../../../shared-lib/src/contract/index.ts';

export type SealedRequest = { url: string; method: string; headers: Record<string, string>; body: string };

/**
 * A started console: the account that runs batches, `fileOf`, which writes a file of devices that were in no batch yet,
 * and `sealed`, which returns the calls of a batch of such devices.
 */
export type BatchConsole = {
  account: Account;
  fileOf: (rows: number) => string;
  sealed: (rows: number, options: { inChunks: boolean }) => Promise<SealedRequest[]>;
};

const { createApiClient, createEnvelopeCodec, newTransactionId, batchItemTransactionId, calls, copyCall } =
  (await fromSharedLib(
    ['api', 'crypto', 'contract'].map((part) => `export * from '@device-console/shared-lib/${part}';`).join('\n'),
  )) as typeof api & typeof cryptography & typeof contract;

const CHUNK = 50;
/** Servers and database yield to the page: here they share its cores, which they do not on an operator's computer. */
export const SERVER_NICENESS = 19;
const imeisOf = (start: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `86${String(start + index).padStart(13, '0')}`);

function importDevices(folder: string, count: number): void {
  const file = join(folder, 'devices.csv');
  const lines = imeisOf(0, count).map((imei) => `${imei},,Samsung,A15,1.0,LITE`);
  writeFileSync(file, `imei1,imei2,brand,model,app_version,app_type\n${lines.join('\n')}\n`);
  const cli = join(rootDir, 'reference-api/dist/cli.mjs');
  const { status, stderr } = spawnSync(process.execPath, [cli, 'import-devices', file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The devices were not imported: ${stderr}`);
}

/** Announces a batch to the server as the page does. Returns the calls of its items without sending them. */
async function sealedBatch(
  { origin, email, password }: Account,
  sharedKey: string,
  imeis: readonly string[],
  inChunks: boolean,
): Promise<SealedRequest[]> {
  let session: { token: string; email: string } | null = null;
  let kept: SealedRequest[] | null = null;
  const client = createApiClient({
    apiBase: `${origin}/api/`,
    backend: 'reference',
    codec: createEnvelopeCodec({ codec: 'v1', sharedKey }),
    session: () => session,
    fetch: (url, init) => {
      if (!kept) return fetch(url, init);
      const { method, headers, body } = init as SealedRequest;
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
    const [{ transactionId, ...item }] = chunk as [(typeof items)[number]];
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
 */
export async function withBatchConsole<Result>(
  databaseUrl: string | null,
  devices: number,
  work: (console: BatchConsole) => Promise<Result>,
) {
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
  const { layout, processes } = await prepareConsole(true, (line) => console.log(`  ${line}`));
  const sharedKey = processes.find(({ name }) => name === 'reference-api')?.env['SHARED_KEY'] ?? '';
  const fail = (error: Error) => {
    throw error;
  };
  const running = await runProcesses(processes, fail, { through: ['nice', '-n', String(SERVER_NICENESS)] });
  try {
    importDevices(folder, devices);
    const account = { origin: layout.address, email: 'admin@example.com', password: demoPassword };
    let taken = 0;
    const next = (count: number): string[] => {
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

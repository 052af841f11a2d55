import 'fake-indexeddb/auto';
import { calls, commandById, copyCall } from '../../contract/index.ts';
import { createBatchManager, type BatchIds } from '../engine/index.ts';
import { OPERATOR, imeiAt, inputOf } from '../testing/batch-fixture.ts';
import { browserBatchPorts, clientApi } from './browser-ports.ts';
import type { ApiClient } from '../../api/index.ts';

const ids: BatchIds = {
  batchId: () => '00000000-0000-4000-8000-000000000001',
  itemTransactionId: (batchId, imei, action) => `${batchId}/${imei}/${action}`,
};

type Client = Pick<ApiClient, 'call' | 'upload' | 'offers' | 'download'>;

interface Sent {
  readonly path: string;
  readonly options: unknown;
}

/** A client whose server finds every IMEI. */
function client(): Client & { readonly sent: Sent[]; readonly files: Blob[] } {
  const sent: Sent[] = [];
  const files: Blob[] = [];
  return {
    sent,
    files,
    offers: () => false,
    download: () => Promise.resolve(new Blob(['sno,imei1'])),
    call: (call, _body, options) => {
      sent.push({ path: call.path, options });
      return Promise.resolve({ status: 'success', message: 'found' }) as ReturnType<Client['call']> as never;
    },
    upload: (call, file, fields, options) => {
      sent.push({ path: call.path, options: { ...fields, ...options } });
      files.push(file.content);
      return Promise.resolve({ status: 'success', message: '', file: '' });
    },
  };
}

it('D2 D11 passes ids and the wish to keep the session to the client, and nothing that is not wished', async () => {
  const fake = client();
  const api = clientApi(fake);
  await api.call(calls.updateCommandOnServer, { imeilist: '', action: 'lock' });
  await api.upload(
    copyCall('bulkLockCopy.php'),
    { name: 'a.csv', content: { pieces: ['sno,', 'imei1'] } },
    { level: 'level1' },
    { transactionId: 'id', keepsSession: true },
  );
  expect(fake.sent).toEqual([
    { path: 'updateCommandOnServer.php', options: undefined },
    { path: 'bulkLockCopy.php', options: { level: 'level1', transactionId: 'id', keepsSession: true } },
  ]);
  expect(fake.files[0]?.size).toBe('sno,imei1'.length);
});

it('D26a uploads the chosen file itself, and the written rows where it cannot be read any more', async () => {
  const fake = client();
  const api = clientApi(fake);
  const chosen = new File(['SNO;imei1\n'], 'a.csv', { type: 'application/vnd.ms-excel' });
  const gone = new File(['sno'], 'b.csv');
  gone.slice = () => {
    throw new DOMException('It has changed.', 'NotReadableError');
  };
  for (const file of [chosen, gone])
    await api.upload(copyCall('bulkLockCopy.php'), { name: file.name, content: { chosen: file, pieces: ['x'] } }, {});
  expect(fake.files.map(({ size, type }) => [size, type.split(';')[0]])).toEqual([
    [chosen.size, 'text/csv'],
    [1, 'text/csv'],
  ]);
});

it('D9b D15 D16 a batch runs on what a page over plain http has: IndexedDB, a lease, localStorage', async () => {
  const fake = client();
  const failures: unknown[] = [];
  const ports = browserBatchPorts({
    client: fake,
    ids,
    place: 'A browser',
    signedIn: () => OPERATOR,
    onFailure: (error) => failures.push(error),
  });
  const runner = createBatchManager({ ports, idempotent: true }).runnerFor(OPERATOR, commandById('lock'));
  const reaches = (status: string) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (runner.getSnapshot().status === status) resolve();
      };
      runner.subscribe(look);
      look();
    });
  await reaches('idle');
  runner.start(inputOf(60));
  await reaches('finished');
  const items = fake.sent.filter((call) => call.path === calls.getImeiDetails.path);
  expect(items).toHaveLength(60);
  expect(items[59]?.options).toEqual({ transactionId: `${ids.batchId()}/${imeiAt(59)}/lock`, keepsSession: true });
  expect(localStorage).toHaveLength(0);
  expect(failures).toEqual([]);
});

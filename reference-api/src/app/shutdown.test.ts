import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import { loginToChild } from '../testing/child-client.ts';
import { startChild, timedEnd, type ChildServer } from '../testing/child-server.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { newFolder, testRun } from '../testing/test-run.ts';

jest.setTimeout(60_000);

const DEADLINE_SECONDS = 1;
/** Extra time for a busy computer, in milliseconds. */
const LATE_MS = 5_000;

const data = newFolder();

/** Sends a body that never ends: first its headers, then a byte now and then. */
async function dripping(child: ChildServer, token: string) {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 30_000_000,
    'x-api-key': token,
    'x-transaction-id': 'dripping-1',
  };
  const request = await rawRequest(child.address, 'POST /bulkLockCopy.php', headers);
  request.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\nsno,imei1\r\n');
  const timer = setInterval(() => request.write('1'), 20);
  void request.closed().then(() => clearInterval(timer));
  return request;
}

const [superadmin] = demoAccounts;

it('ends in time while a body drips and a connection idles', async () => {
  const child = await startChild(testRun().bundled, {
    DEMO: '1',
    DATA_DIR: data,
    SHUTDOWN_SECONDS: String(DEADLINE_SECONDS),
  });
  const body = await dripping(child, await loginToChild(child, superadmin.email));
  const { code, milliseconds } = await timedEnd(child);
  await body.closed();
  expect(code).toBe(0);
  expect(milliseconds).toBeLessThan(DEADLINE_SECONDS * 1000 + LATE_MS);
});

import { calls, commandById, parseConfig } from '@device-console/shared-lib/contract';
import { FakeReply } from '@device-console/shared-lib/testing';
import { csvFile, openBatch, resultRows } from '../testing/open-batch.tsx';

const FIRST = '490154203237511';
const SECOND = '004999010640000';
const command = commandById('deviceAction');
const copy = 'bulkDeviceActionCopy.php';
const { names } = parseConfig({ sharedKey: 'sixteen letters!', names: { calls: { [copy]: copy } } });

it('D1b D11 devices whose command was accepted without a word count as found, and their rows say so', async () => {
  const replies = [new FakeReply(''), new FakeReply('{"status":"success","message":"Queued"}')];
  const page = await openBatch(command, {
    config: { backend: 'legacy', names },
    handlers: { adminLockNotification: () => replies.shift() ?? new FakeReply('') },
  });
  await page.run(csvFile([FIRST, SECOND]));
  expect(page.api.requests.filter(({ path }) => path === calls.adminLockNotification.path)).toHaveLength(2);
  expect(resultRows()[0]).toHaveTextContent(/found.*Accepted; the server says no more\./);
  expect(resultRows()[1]).toHaveTextContent(/found.*Queued/);
});

import { calls, copyCall } from '@device-console/shared-lib/contract';
import { createFakeApi, FakeFailure } from '@device-console/shared-lib/testing';
import { watchingRefusals } from './create-batches.ts';

const item = { imei: '490154203237518', action: 'lock', filename: 'a.csv' };

function told(after?: { token: string; email: string } | null) {
  const api = createFakeApi();
  let session: { token: string; email: string } | null = api.session;
  const onRefused = jest.fn();
  api.use({
    getImeiDetails: () => {
      if (after !== undefined) session = after;
      throw new FakeFailure({ httpStatus: 401, message: 'Authorization Failed' });
    },
    copy: () => new FakeFailure({ httpStatus: 500, message: 'The disk is full.' }),
  });
  const client = watchingRefusals({
    client: api.client({ session: () => session }),
    session: () => session,
    onRefused,
  });
  return { client, onRefused };
}

describe('tellingRefusals', () => {
  it('D11 tells of a refusal of the present session, and the batch gets it too', async () => {
    const { client, onRefused } = told();
    await expect(client.call(calls.getImeiDetails, item, { keepsSession: true })).rejects.toMatchObject({
      kind: 'authorization',
    });
    expect(onRefused).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['none', null],
    ['another', { token: 'the next', email: 'operator@example.com' }],
  ])('D11 a late refusal says nothing when there is %s by then', async (_what, after) => {
    const { client, onRefused } = told(after);
    await expect(client.call(calls.getImeiDetails, item, { keepsSession: true })).rejects.toMatchObject({
      kind: 'authorization',
    });
    expect(onRefused).not.toHaveBeenCalled();
  });

  it('D11 other failures are none of its business', async () => {
    const { client, onRefused } = told();
    const file = { name: 'a.csv', content: new Blob(['sno,imei1\r\n']) };
    await expect(client.upload(copyCall('bulkLockCopy.php'), file, {}, {})).rejects.toMatchObject({ kind: 'server' });
    expect(onRefused).not.toHaveBeenCalled();
  });
});

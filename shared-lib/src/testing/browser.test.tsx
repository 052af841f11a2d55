import { copyCall, calls } from '../contract/index.ts';
import { createFakeApi } from './index.ts';

describe('W2 the client in a page', () => {
  it.each(['v1', 'legacy-cryptojs'] as const)(
    'W2 a sealed call goes there and back under jsdom, with %s',
    async (codec) => {
      const api = createFakeApi({ codec });
      await expect(api.client().call(calls.homeData, {})).resolves.toMatchObject({ total_device: 1200 });
      await expect(api.client().call(calls.logout, {})).resolves.toMatchObject({ status: 'success' });
    },
  );

  it('B5 an upload carries its file under jsdom', async () => {
    const api = createFakeApi({ handlers: { copy: ({ file }) => ({ status: 'success', message: file.text }) } });
    const file = { name: 'a.csv', content: new Blob(['sno,imei1']) };
    await expect(api.client().upload(copyCall('bulkLockCopy.php'), file, {})).resolves.toMatchObject({
      message: 'sno,imei1',
    });
  });

  it('D11 a time-out gives up a hanging server under jsdom', async () => {
    const api = createFakeApi({ handlers: { homeData: () => new Promise(() => undefined) } });
    await expect(api.client().call(calls.homeData, {}, { timeoutMs: 20 })).rejects.toMatchObject({ kind: 'timeout' });
  });
});

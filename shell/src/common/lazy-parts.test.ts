import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { fetchLazyPartsWhenIdle, lazyParts } from './lazy-parts.ts';

afterEach(() => Reflect.deleteProperty(globalThis, 'requestIdleCallback'));

it('D24a an idle page fetches crypto-js, which from then on seals and opens small bodies', async () => {
  const native = [jest.spyOn(crypto.subtle, 'encrypt'), jest.spyOn(crypto.subtle, 'decrypt')];
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: 'a shared key for tests' });
  const context = { direction: 'request', method: 'POST', path: 'lock.php', transactionId: 'an id' } as const;
  const nativeCalls = async () => {
    expect(await codec.open(await codec.seal({ imei: '1' }, context), context)).toEqual({ imei: '1' });
    return native.map(({ mock }) => mock.calls.length);
  };
  expect(await nativeCalls()).toEqual([1, 1]);
  Object.assign(globalThis, { requestIdleCallback: (idle: () => void) => idle() });
  fetchLazyPartsWhenIdle();
  await Promise.all(Object.values(lazyParts).map((load) => load()));
  expect(await nativeCalls()).toEqual([1, 1]);
});

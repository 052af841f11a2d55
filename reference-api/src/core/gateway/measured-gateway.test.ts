import type { DeviceGateway } from './device-gateway.ts';
import { measuredGateway } from './measured-gateway.ts';

it('a measured gateway answers and fails as the gateway does, and tells of both', async () => {
  const told: string[] = [];
  const gateway: DeviceGateway = {
    name: 'provider',
    simulated: false,
    askAfter: 30_000,
    submit: () => Promise.resolve({ kind: 'misconfigured', reason: 'No such account.', surelyNotTaken: false }),
    ask: () => Promise.resolve({ kind: 'answered', answer: new Map() }),
    list: () => Promise.reject(new Error('out of reach')),
  };
  const measured = measuredGateway(gateway, (call, outcome) => void told.push(`${call} ${outcome}`));
  expect(measured).toMatchObject({ name: 'provider', simulated: false, askAfter: 30_000 });
  const isHeld = () => true;
  expect(await measured.submit([], isHeld)).toEqual(await gateway.submit([], isHeld));
  expect(await measured.ask([])).toEqual({ kind: 'answered', answer: new Map() });
  await expect(measured.list?.('', '')).rejects.toThrow('out of reach');
  expect(told).toEqual(['submit misconfigured', 'ask answered', 'list failed']);
});

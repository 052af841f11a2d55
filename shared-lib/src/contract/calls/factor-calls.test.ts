import * as v from 'valibot';
import { calls } from './calls.ts';

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);
const isTaken = (response: unknown): boolean =>
  v.is(calls.confirmPasskey.body, { name: 'Key', passkey: { id: 'x', response } });

it('S19 W7 what a browser says for a passkey may be nested as WebAuthn nests it, and not without bounds', () => {
  const response = { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['usb', 'nfc'] };
  expect(isTaken(response)).toBe(true);
  expect(isTaken(nested(8))).toBe(true);
  expect(isTaken(nested(20))).toBe(false);
  expect(isTaken(nested(60_000))).toBe(false);
});

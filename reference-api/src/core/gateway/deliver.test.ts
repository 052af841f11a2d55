import { deliver } from './deliver.ts';
import type { DeviceGateway, GatewayStop, SubmitOutcome, SubmittedCommand } from './device-gateway.ts';

const commandOf = (key: string): SubmittedCommand => ({
  ...{ key, imei: '356938030000005', action: 'lock', payload: {}, expiresAt: '2999-01-01T00:00:00.000Z' },
  isRepeat: false,
});

/** Delivers a list to a provider with these outcomes. */
async function delivered(outcomes: Readonly<Record<string, SubmitOutcome>>, stop?: GatewayStop) {
  const asked: string[][] = [];
  const gateway: Pick<DeviceGateway, 'submit'> = {
    submit: async (commands) => {
      asked.push(commands.map(({ key }) => key));
      return { kind: 'answered', answer: new Map(Object.entries(outcomes)), stop };
    },
  };
  const result = await deliver(gateway, Object.keys(outcomes).map(commandOf), () => true);
  return { ...result, attempts: Object.fromEntries(result.attempts), asked };
}

const accepted = { status: 'accepted' } as const;
const later = { status: 'later', reason: 'Too slow.', surelyNotTaken: false } as const;

it('D17c one command of a list that has to be sent later waits by itself', async () => {
  const { attempts, stop, asked } = await delivered({ a: accepted, b: later, c: { ...later, surelyNotTaken: true } });
  const waits = { kind: 'later', reason: 'Too slow.', isItsOwn: true };
  expect(attempts).toEqual({
    a: { kind: 'said', outcome: accepted },
    b: { ...waits, surelyNotTaken: false },
    c: { ...waits, surelyNotTaken: true },
  });
  expect([stop, asked]).toEqual([undefined, [['a', 'b', 'c']]]);
});

it('D17c an answer that ends with a stop keeps what it says, and all others wait together', async () => {
  const busy = { kind: 'busy', reason: 'Too many.', surelyNotTaken: true, retryAfter: 90_000 } as const;
  const { attempts, stop } = await delivered({ a: accepted, b: later }, busy);
  expect(attempts).toEqual({
    a: { kind: 'said', outcome: accepted },
    b: { kind: 'later', reason: 'Too slow.', surelyNotTaken: false, isItsOwn: false },
  });
  expect(stop).toEqual(busy);
});

import { TestClock } from '../../testing/test-clock.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { createRefusedTokens } from './refused-tokens.ts';
import { createTokens } from './tokens.ts';

it('the answer to a flood is held back, a bounded number of them at once', async () => {
  const tokens = createRefusedTokens(new TestClock(), { heldMs: 20, heldAtOnce: 1 });
  const order: string[] = [];
  await Promise.all([
    tokens.holdBack().then(() => order.push('held')),
    tokens.holdBack().then(() => order.push('at once')),
  ]);
  await tokens.holdBack();
  order.push('held again');
  expect(order).toEqual(['at once', 'held', 'held again']);
});

it.each(['newSession', 'newKey'] as const)('K1 what %s made passes whatever its network sends; forged not', (make) => {
  const made = createTokens('a key of the database');
  const tokens = createRefusedTokens(new TestClock(), { tokens: made });
  const admit = (token: string) => () => tokens.admit(token, '192.0.2.7');
  const forged = createTokens('another key')[make];
  for (let one = 0; one < 100; one += 1) expect(admit(forged())().isForged).toBe(true);
  expect(admit(forged())).toThrow(TooManyRequests);
  expect(admit('without a mark')).toThrow(TooManyRequests);
  for (let one = 0; one < 30; one += 1) expect(admit(made[make]())).not.toThrow();
  const ended = made[make]();
  for (let one = 0; one < 20; one += 1) admit(ended)();
  expect(admit(ended)).toThrow(TooManyRequests);
});

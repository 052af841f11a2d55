import { TestClock } from '../testing/test-clock.ts';
import { TooManyRequests } from '../errors/request-errors.ts';
import { createRefusedTokens } from './refused-tokens.ts';
import { createSessionTokens } from './tokens.ts';

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

it('a session of this deployment passes whatever else comes from its network; a forged mark does not', () => {
  const made = createSessionTokens('a key of the database');
  const tokens = createRefusedTokens(new TestClock(), { isOwn: made.isOwn });
  const admit = (token: string) => () => tokens.admit(token, '192.0.2.7');
  for (let one = 0; one < 100; one += 1) admit(`wrong ${one}`)();
  expect(admit('wrong again')).toThrow(TooManyRequests);
  expect(admit(createSessionTokens('another key').make())).toThrow(TooManyRequests);
  for (let one = 0; one < 30; one += 1) expect(admit(made.make())).not.toThrow();
  const ended = made.make();
  for (let one = 0; one < 20; one += 1) admit(ended)();
  expect(admit(ended)).toThrow(TooManyRequests);
});

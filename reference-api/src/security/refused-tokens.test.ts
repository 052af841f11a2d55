import { TestClock } from '../testing/test-clock.ts';
import { createRefusedTokens } from './refused-tokens.ts';

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

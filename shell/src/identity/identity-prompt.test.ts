import { ApiError } from '@device-console/shared-lib/api';
import { createIdentityPrompt } from './identity-question.tsx';

const refusal = new ApiError({
  kind: 'forbidden',
  outcome: 'refused',
  callPath: 'getimeidetails.php',
  transactionId: 'one',
  message: 'Confirm that it is you.',
  challenge: { kind: 'proof', offers: ['password'] },
});

it('S18 B9 tells how long calls have waited for the operator, however many waited at once', async () => {
  let now = 0;
  const prompt = createIdentityPrompt(() => now);
  const answers = [prompt.ask(refusal, undefined)];
  now = 4_000;
  answers.push(prompt.ask(refusal, undefined));
  now = 5_000;
  expect(prompt.askedMs()).toBe(5_000);
  prompt.settle(true);
  now = 90_000;
  expect(await Promise.all(answers)).toEqual([true, true]);
  expect(prompt.askedMs()).toBe(5_000);
  const screen = new AbortController();
  const given = prompt.ask(refusal, screen.signal);
  now = 91_000;
  screen.abort();
  now = 99_000;
  expect(await given).toBe(false);
  expect(prompt.askedMs()).toBe(6_000);
});

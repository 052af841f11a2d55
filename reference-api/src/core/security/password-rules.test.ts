import { BusinessError } from '../errors/expected-errors.ts';
import { requireGoodPassword } from './password-rules.ts';

const owner = { email: 'priya.sharma@finance-house.example.com', phone: '9876543210' };
const refusal = (password: string) =>
  requireGoodPassword(password, owner).then(
    () => 'taken',
    (error: unknown) => {
      if (error instanceof BusinessError) return error.message;
      throw error;
    },
  );

it.each([
  ['correct-horse-9', 'taken'],
  ['ein Pferd frisst keinen Gurkensalat', 'taken'],
  ['पासवर्ड-नीला-हाथी', 'taken'],
  ['x7#kQ2!vLm', 'taken'],
  ['seven green devices on a hill', 'taken'],
  ['p'.concat('ferdegurke'.repeat(10)), 'taken'],
  ['priya-likes-green-umbrellas', 'taken'],
])('takes %s', async (password, outcome) => {
  expect(await refusal(password)).toBe(outcome);
});

it.each([
  ['too short', 'The password needs at least 10 characters.'],
  ['x'.repeat(201), 'The password may have at most 200 characters.'],
  ['ababababababab', 'The password needs at least 5 different characters.'],
  ['1234567890', expect.stringContaining('one of the most used ones')],
  ['Password2026', expect.stringContaining('one of the most used ones')],
  ['P@ssw0rd!!', expect.stringContaining('one of the most used ones')],
  ['qwertyuiop', expect.stringContaining('one of the most used ones')],
  ['!!Sunshine2026', expect.stringContaining('one of the most used ones')],
  ['Priya.Sharma1', expect.stringContaining('e-mail, phone or company name')],
  ['sharma-priya-2026', expect.stringContaining('e-mail, phone or company name')],
  ['9876543210!', expect.stringContaining('e-mail, phone or company name')],
  ['Device-Console-26', expect.stringContaining("this console's own words")],
  ['!superadmin-2026', expect.stringContaining("this console's own words")],
  ['Finance-House-26', expect.stringContaining('e-mail, phone or company name')],
])('refuses %s in words', async (password, message) => {
  expect(await refusal(password)).toEqual(message);
});

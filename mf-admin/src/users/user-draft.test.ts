import { cleanPhone, completedEmail, emailProblem, fieldProblems } from './user-draft.ts';

const domains = ['example.com', 'example.org', 'sample.net'];

it.each([
  ['a@example.com', true],
  ['a@Mail.Example.com', true],
  ['a@notexample.com', false],
  ['a@example.com.evil.net', false],
  ['a@evil.net,b.example.com', false],
])('U2 U3 D19 %j is of the domains: %j', (email, isOf) => {
  expect(emailProblem(email, domains) === null).toBe(isOf);
});

describe('what is typed for a user', () => {
  it.each([
    ['asha', 'asha@example.com'],
    [' asha.rao ', 'asha.rao@example.com'],
    ['asha@', 'asha@example.com'],
    ['asha@s', 'asha@sample.net'],
    ['asha@Example.o', 'asha@example.org'],
    ['asha@example.org', 'asha@example.org'],
    ['asha@example', 'asha@example'],
    ['asha@elsewhere.com', 'asha@elsewhere.com'],
    ['asha rao', 'asha rao'],
    ['', ''],
    [' ', ' '],
    ['@example.com', '@example.com'],
  ])('U2 D19 the e-mail %j becomes %j', (typed, completed) => {
    expect(completedEmail(typed, domains)).toBe(completed);
  });

  it('D19 stays as it is where no domain is configured', () => {
    expect(completedEmail('asha', [])).toBe('asha');
  });

  it.each([
    ['98765 43210', '9876543210'],
    ['(98765) 43.210', '9876543210'],
    ['98765x3210', '98765x3210'],
  ])('U2 the phone %j becomes %j', (typed, cleaned) => {
    expect(cleanPhone(typed)).toBe(cleaned);
  });

  const right = { email: 'asha@example.com', phone: '9876543210', password: 'three plain words', permissions: [] };
  const domainText = 'Invalid email domain.';
  const phoneText = 'Enter a valid 10 digits number.';

  it.each([
    ['nothing', {}, {}],
    ['no e-mail', { email: ' ' }, { email: domainText }],
    ['a phone of nine digits', { phone: '987654321' }, { phone: phoneText }],
    ['a phone with letters', { phone: '98765x3210' }, { phone: phoneText }],
    ['a short password', { password: 'nine-9999' }, { password: 'The password needs at least 10 characters.' }],
  ])('U2 D19 with %s wrong, each field says what is wrong with it', (_name, wrong, problems) => {
    expect(fieldProblems({ ...right, ...wrong }, domains, true)).toEqual(problems);
  });

  it('U5 asks who is invited for no password', () => {
    expect(fieldProblems({ ...right, password: '' }, domains, false)).toEqual({});
  });
});

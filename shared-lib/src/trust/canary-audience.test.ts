import { getsCanary, shareOf } from './index.ts';

const emails = Array.from({ length: 4_000 }, (_, index) => `operator${index}@example.com`);

it('splits each remote apart, and takes an address in any case as the same operator', () => {
  const both = emails.filter((email) => shareOf(email, 'mf-reports') < 0.5 && shareOf(email, 'mf-admin') < 0.5);
  expect(Math.abs(both.length / emails.length - 0.25)).toBeLessThan(0.03);
  expect(shareOf('Operator@Example.com', 'mf-x')).toBe(shareOf('operator@example.com', 'mf-x'));
});

it('gives the canary to roles, and to nobody whose place is where the share ends', () => {
  const account = { email: 'operator@example.com', userlevel: 'USER' } as const;
  const share = shareOf(account.email, 'mf-x');
  expect(getsCanary({ roles: [], share }, 'mf-x', account)).toBe(false);
  expect(getsCanary({ roles: [], share: share + 1e-9 }, 'mf-x', account)).toBe(true);
  expect(getsCanary({ roles: ['USER'], share: 0 }, 'mf-x', account)).toBe(true);
});

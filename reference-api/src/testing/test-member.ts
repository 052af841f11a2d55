import type { Role } from '@device-console/shared-lib/contract';
import { insertAccount } from '../core/store/accounts.ts';
import { isoTime } from '../core/time/clock.ts';
import type { TestApi } from './test-api.ts';
import { PASSWORD } from './test-data.ts';

let members = 0;

export type Member = Awaited<ReturnType<typeof newMember>>;

/** Makes an account that no other test uses. */
export async function newMember(
  { store, clock, logIn }: TestApi,
  role: Role,
  email = `member-${members + 1}@example.com`,
) {
  members += 1;
  const phone = String(7_000_000_000 + members);
  const account = { email, phone, role, password_hash: `kept ${PASSWORD}`, created_at: isoTime(clock.now()) };
  const id = await insertAccount(store.db, account);
  return { id: id ?? 0, email, phone, logIn: (address?: string) => logIn(email, address) };
}

/** Makes an account that no other test uses, and logs it in. */
export async function newSession(...made: Parameters<typeof newMember>) {
  const member = await newMember(...made);
  return { member, session: await member.logIn() };
}

import type { Role } from '@device-console/shared-lib/contract';
import { insertAccount } from '../core/store/accounts.ts';
import { isoTime } from '../core/time/clock.ts';
import type { Session, TestApi } from './test-api.ts';
import { PASSWORD } from './test-data.ts';

let members = 0;

export interface Member {
  readonly id: number;
  readonly email: string;
  readonly phone: string;
  logIn(address?: string): Promise<Session & { readonly notice: unknown }>;
}

/** Makes an account that no other test uses. */
export async function newMember(
  api: TestApi,
  role: Role,
  email = `member-${members + 1}@example.com`,
): Promise<Member> {
  members += 1;
  const phone = String(7_000_000_000 + members);
  const at = isoTime(api.clock.now());
  const id = await insertAccount(api.store.db, {
    email,
    phone,
    password_hash: `kept ${PASSWORD}`,
    role,
    created_at: at,
  });
  return {
    id: id ?? 0,
    email,
    phone,
    async logIn(address) {
      const { answer } = await api.call('login', { email, password: PASSWORD }, { address });
      return { ...api.session(email, answer['token'], address), notice: answer['notice'] };
    },
  };
}

/** Makes an account that no other test uses, and logs it in. */
export async function newSession(...made: Parameters<typeof newMember>) {
  const member = await newMember(...made);
  return { member, session: await member.logIn() };
}

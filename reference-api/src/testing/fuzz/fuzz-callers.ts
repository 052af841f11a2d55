import type { Session, TestApi } from '../test-api.ts';
import { newMember } from '../test-member.ts';

export const callerNames = ['SUPERADMIN', 'ADMIN', 'USER', 'key', 'unknown', 'nobody'] as const;
export type CallerName = (typeof callerNames)[number];

interface Caller {
  readonly token: string | undefined;
  readonly email: string;
}

/** Makes callers, and new ones in place of those who lost their access by a call. */
export function createCallers(api: TestApi) {
  const known = new Map<CallerName, Caller>();

  async function keyOf(session: Session): Promise<Caller> {
    const { answer } = await session.call('generateKey', { key_name: 'fuzz', user_id: session.email });
    return { token: String(answer['key']), email: session.email };
  }

  async function make(name: CallerName): Promise<Caller> {
    if (name === 'nobody') return { token: undefined, email: 'nobody@example.com' };
    if (name === 'unknown') return { token: 'opens-nothing', email: 'nobody@example.com' };
    const session = await (await newMember(api, name === 'key' ? 'ADMIN' : name)).logIn();
    return name === 'key' ? keyOf(session) : session;
  }

  return {
    async get(name: CallerName): Promise<Caller> {
      const caller = known.get(name) ?? (await make(name));
      known.set(name, caller);
      return caller;
    },
    /** Forgets a caller who was refused as unknown; `get` then makes a new one. */
    forget: (name: CallerName) => void known.delete(name),
  };
}

import type { Session, TestApi } from '../test-api.ts';
import { newMember } from '../test-member.ts';

/** Who calls. */
export const callerNames = ['SUPERADMIN', 'ADMIN', 'USER', 'key', 'unknown', 'nobody'] as const;
export type CallerName = (typeof callerNames)[number];

interface Caller {
  readonly token: string | undefined;
  readonly email: string;
}

/** Makes callers, and others in the place of those whose access a call has taken. */
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
    /** A call of this one was refused as one of nobody. */
    forget: (name: CallerName) => void known.delete(name),
  };
}

import { standardOf } from '../../core/configuration/named-numbers.ts';
import { inTransaction } from '../../core/store/store.ts';
import { DAY, HOUR, isoTime } from '../../core/time/clock.ts';
import { databases, endsOf, ENROLLED, rowsOf, shared, TestClock } from '../../testing/index.ts';
import { keepHouse } from '../../testing/keep-house.ts';
import { newSession } from '../../testing/test-member.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { beginOf, readUse } from './counts.ts';
import { budgetTable } from './index.ts';

const [first = ''] = ENROLLED;
const most = standardOf(budgetTable)['account-day'];
const clock = new TestClock();

async function lockTimes(session: Session, times: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let time = 0; time < times; time += 1) statuses.push((await session.send(first, 'lock')).status);
  return statuses;
}

const commandsOf = async ({ store }: TestApi, id: number) =>
  (await rowsOf(store, 'commands', { account_id: id })).length;

type Share = readonly [commands: number, daysAgo: number, shard: number];

/** What connections have added by themselves. */
async function putShares({ store }: TestApi, id: number, shares: readonly Share[]): Promise<void> {
  for (const [commands, daysAgo, shard] of shares) {
    const begins_at = beginOf(new Date(clock.now().getTime() - daysAgo * DAY), DAY);
    await store.db
      .insertInto('command_count_shares')
      .values({ kind: 'account', id, begins_at, shard, commands })
      .execute();
  }
}

describe.each(databases)('counts of commands near a budget and far from it, on $name', ({ name, startInstances }) => {
  const [api, other] = endsOf(shared(() => startInstances({ clock, budgets: standardOf(budgetTable) })));
  // Ten in the morning of the next day.
  beforeEach(() => clock.advance(DAY + 10 * HOUR - (clock.now().getTime() % DAY)));

  it('C10 C11 what connections have added by themselves belongs to the account, the day and all together', async () => {
    const { member: one } = await newSession(api, 'ADMIN');
    const { member: two } = await newSession(api, 'ADMIN');
    const begins_at = beginOf(clock.now(), DAY);
    const counted = { kind: 'account', id: one.id, begins_at, commands: 10 } as const;
    await api.store.db.insertInto('command_counts').values(counted).execute();
    await putShares(api, one.id, [
      [2, 0, 11],
      [3, 0, 12],
      [4, 1, 11],
      [8, 1, 12],
      [7, 2, 11],
    ]);
    await putShares(api, two.id, [[1, 0, 11]]);
    const none = { pausedAt: null, liftedAt: null, key: 0 };
    const use = await readUse(api.store.db, one.id, clock.now());
    expect(use).toEqual({ account: 15, deployment: 16, usual: 12, ...none });
  });

  it.each([
    [most - 4, 4],
    [most - 3, 3],
    [most, 0],
  ])('C10 with %i counted, and four more at once from each instance, %i pass', async (before, passing) => {
    const { member, session } = await newSession(api, 'ADMIN');
    await putShares(api, member.id, [
      [before - 1, 0, 11],
      [1, 0, 12],
    ]);
    const pause = { account_id: member.id, paused_at: '', why: '', lifted_at: isoTime(clock.now()) };
    await api.store.db.insertInto('command_pauses').values(pause).execute();
    const sessions = [session, other.session(session.email, session.token)];
    const replies = await Promise.all(sessions.flatMap((one) => [lockTimes(one, 2), lockTimes(one, 2)]));
    expect(replies.flat().filter((status) => status === 200)).toHaveLength(passing);
    expect(await commandsOf(api, member.id)).toBe(passing);
  });

  it('C11 a pause holds an account that is far from its budget too', async () => {
    const { member, session } = await newSession(api, 'ADMIN');
    const pause = { account_id: member.id, paused_at: isoTime(clock.now()), why: 'By hand', lifted_at: null };
    await api.store.db.insertInto('command_pauses').values(pause).execute();
    expect(await session.send(first, 'lock')).toMatchObject({ status: 429, answer: { reason: 'paused' } });
    expect(await commandsOf(api, member.id)).toBe(0);
  });

  if (name === 'PostgreSQL')
    it('C10 far from it nobody waits for another: each connection counts apart, and housekeeping adds up', async () => {
      const { member, session } = await newSession(api, 'ADMIN');
      const ofMember = { id: member.id };
      await inTransaction(api.store.db, async (held) => {
        // As a chunk of the same account does that is under way.
        const begins_at = beginOf(clock.now(), DAY);
        const under = { kind: 'account' as const, id: member.id, begins_at, commands: 50 };
        await held
          .insertInto('command_count_shares')
          .values({ ...under, shard: 1 })
          .execute();
        expect(await lockTimes(session, 3)).toEqual([200, 200, 200]);
      });
      expect(await rowsOf(api.store, 'command_counts', ofMember)).toEqual([]);
      const before = await rowsOf(api.store, 'command_count_shares', ofMember);
      expect(before.every(({ shard }) => shard !== 0)).toBe(true);
      await keepHouse({ store: api.store, clock });
      const after = await rowsOf(api.store, 'command_count_shares', ofMember);
      expect(after).toMatchObject([{ shard: 0, commands: 53 }]);
    });
});

import { systemClock } from '../time/clock.ts';
import { openStore } from './store.ts';
import { prepareDemo } from '../../modules/demo/prepare-demo.ts';
import { fresh } from '../../testing/fixtures.ts';
import { people } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';

describe.each(databases)('store on $name', ({ start, newEmpty }) => {
  const api = fresh(() => start());

  it('D2a counts attempts at the same time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 13 }, () => api.call('login', { email: people.admin.email, password: 'wrong' })),
    );
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(3);
  });

  it('D18 uses a reset up once, for two requests at the same time too', async () => {
    const { answer } = await api.call('forgotPassword', { email: people.admin.email });
    const token = api.linkTo();
    const body = { token, requestToken: answer['token'], newPassword: 'a new password' };
    const replies = await Promise.all([api.call('resetPassword', body), api.call('resetPassword', body)]);
    expect(replies.map((reply) => reply.answer['status']).toSorted()).toEqual(['error', 'success']);
  });

  it('seeds the demo once, for two servers that start at the same time too', async () => {
    const store = await openStore(await newEmpty());
    try {
      await Promise.all([prepareDemo(store, true, systemClock), prepareDemo(store, true, systemClock)]);
      const row = await store.db
        .selectFrom('devices')
        .select((select) => select.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      expect(row.n).toBe(5000);
    } finally {
      await store.close();
    }
  });
});

import { systemClock } from '../time/clock.ts';
import { countRows } from './count-rows.ts';
import { prepareDemo } from '../../modules/demo/prepare-demo.ts';
import { databases, fresh, people } from '../../testing/index.ts';
import { findUpload, uploadPieces } from './uploads.ts';
import { openStore } from '../../app/open-store.ts';

describe.each(databases)('store on $name', ({ start, newEmpty }) => {
  const api = fresh(() => start());

  it('D2a counts attempts at the same time', async () => {
    const guess = () => api.call('login', { email: people.admin.email, password: 'wrong' });
    const replies = await Promise.all(Array.from({ length: 13 }, guess));
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(3);
  });

  it('D18 uses a reset up once, for two requests at the same time too', async () => {
    const body = { ...(await api.forgot(people.admin.email)), newPassword: 'a new password' };
    const replies = await Promise.all([api.call('resetPassword', body), api.call('resetPassword', body)]);
    expect(replies.map((reply) => reply.answer['status']).toSorted()).toEqual(['error', 'success']);
  });

  it('seeds the demo once, for two servers that start at the same time too', async () => {
    const store = await openStore(await newEmpty());
    await Promise.all([prepareDemo(store, true, systemClock), prepareDemo(store, true, systemClock)]);
    expect(await countRows(store.db.selectFrom('devices'))).toBe(5000);
    await store.close();
  });

  it('R5 an upload is read in pieces, byte for byte', async () => {
    const admin = await api.as('admin');
    for (const [bytes, count] of [
      [1_200_001, 3],
      [0, 0],
    ] as const) {
      const content = Buffer.alloc(bytes, 'sno,imei1\r\n');
      const { answer } = await admin.upload('bulkLockCopy.php', { name: 'a.csv', content });
      const found = await findUpload(api.store.db, 'lock', String(answer['file']));
      if (!found) throw new Error('It is not stored.');
      expect(found).toMatchObject({ oldFile: 'a.csv', bytes });
      const pieces: Buffer[] = [];
      for await (const piece of uploadPieces(api.store.db, found)) pieces.push(piece);
      expect([pieces.length, Buffer.concat(pieces).equals(content)]).toEqual([count, true]);
    }
  });
});

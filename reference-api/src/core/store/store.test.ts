import { systemClock } from '../time/clock.ts';
import { countRows } from './count-rows.ts';
import { openStore } from './store.ts';
import { prepareDemo } from '../../modules/demo/prepare-demo.ts';
import { databases, fresh, people } from '../../testing/index.ts';
import { findUpload, insertUpload, uploadPieces } from './uploads.ts';

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
    const { db } = api.store;
    const content = Buffer.from(Array.from({ length: 1_200_001 }, (_, index) => index % 251));
    const at = '2026-11-20T09:00:00.000Z';
    const names = { old_file: 'a.csv', report: 'lock', status_of: 'lockfiles' };
    const file = { ...names, account_id: 1, batch_id: null, created_at: at, updated_at: at };
    for (const [name, bytes] of [
      ['large.csv', content],
      ['empty.csv', Buffer.alloc(0)],
    ] as const) {
      await insertUpload(db, { ...file, file: name, content: bytes });
      const found = await findUpload(db, 'lock', name);
      expect(found).toMatchObject({ oldFile: 'a.csv', bytes: bytes.length });
      const pieces: Buffer[] = [];
      for await (const piece of uploadPieces(db, found ?? { id: 0, oldFile: '', bytes: null })) pieces.push(piece);
      expect([pieces.length, Buffer.concat(pieces).equals(bytes)]).toEqual([bytes.length === 0 ? 0 : 3, true]);
    }
  });
});

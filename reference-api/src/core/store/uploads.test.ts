import { databases } from '../../testing/databases.ts';
import { findUpload, insertUpload, uploadPieces } from './uploads.ts';

it.each(databases)('R5 an upload is read in pieces, byte for byte, on $name', async ({ start }) => {
  const api = await start();
  const { db } = api.store;
  const content = Buffer.from(Array.from({ length: 1_200_001 }, (_, index) => index % 251));
  const file = {
    account_id: 1,
    old_file: 'a.csv',
    report: 'lock',
    status_of: 'lockfiles',
    batch_id: null,
    remarks: '',
  };
  for (const [name, bytes] of [
    ['large.csv', content],
    ['empty.csv', Buffer.alloc(0)],
  ] as const) {
    await insertUpload(db, { ...file, file: name, content: bytes, created_at: '2026-11-20T09:00:00.000Z' });
    const found = await findUpload(db, 'lock', name);
    expect(found).toMatchObject({ oldFile: 'a.csv', bytes: bytes.length });
    const pieces: Buffer[] = [];
    for await (const piece of uploadPieces(db, found ?? { id: 0, oldFile: '', bytes: null })) pieces.push(piece);
    expect([pieces.length, Buffer.concat(pieces).equals(bytes)]).toEqual([bytes.length === 0 ? 0 : 3, true]);
  }
  await api.close();
});

import { databases, endsOf, ENROLLED, failure, fresh, type Session, shared } from '../../testing/index.ts';

const LIMIT = 3;
const AT_ONCE = 24;

describe.each(databases)('uploads at once on $name', ({ startInstances }) => {
  const instances = shared(() =>
    startInstances({ quotas: { uploadsPerDay: LIMIT, bytesPerDay: 1_000_000, bytesInAll: 1_000_000 } }),
  );
  const [first, last] = endsOf(instances);
  const one = fresh(() => first.as('operator'));
  const other = fresh(() => last.as('operator'));

  it.each([
    [
      'files',
      (session: Session) =>
        session.upload('bulkLockCopy.php', { name: 'a.csv', content: `sno,imei1\n1,${ENROLLED[0]}\n` }),
    ],
    ['lists', (session: Session) => session.call('updateCommandOnServer', { imeilist: ENROLLED[0], action: 'lock' })],
  ])('B5 B15 an account has its number of %s in a day, however many come at once', async (what, send) => {
    const replies = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => send(index % 2 === 0 ? one : other)),
    );
    const refused = replies.filter(({ answer }) => answer['status'] !== 'success');
    expect(refused).toHaveLength(AT_ONCE - LIMIT);
    const message = `An account may upload ${LIMIT} ${what} in 24 hours. Nothing was sent; try again later.`;
    for (const { answer } of refused) expect(answer).toEqual(failure(message));
  });
});

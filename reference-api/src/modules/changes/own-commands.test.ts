import { randomUUID } from 'node:crypto';
import { databases, ENROLLED, fresh } from '../../testing/index.ts';
import { DAY } from '../../core/time/clock.ts';

const [imei = '', other = ''] = ENROLLED;

describe.each(databases)('D17d the states of own commands on $name', ({ start }) => {
  const api = fresh(() => start());
  const operator = fresh(() => api.as('operator'));

  it('C7 come by their transactionIds, as they change, for who has sent them and nobody else', async () => {
    const [own, another] = [randomUUID(), randomUUID()];
    await operator.send(imei, 'lock', own);
    await (await api.as('admin')).send(other, 'lock', another);
    const ask = () => operator.items('ownCommands', { transactionIds: [own, another, randomUUID()] });
    expect(await ask()).toEqual([{ transactionId: own, status: 'queued' }]);
    await api.worker.runOnce();
    expect(await ask()).toEqual([{ transactionId: own, status: expect.not.stringMatching('queued') }]);
    api.clock.advance(DAY + 1);
    // A session of half a day has ended by then.
    const later = await api.as('operator');
    expect(await later.items('ownCommands', { transactionIds: [own] })).toEqual([]);
  });
});

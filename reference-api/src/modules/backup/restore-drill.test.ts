import { databases } from '../../testing/databases.ts';
import { are, prepareDrill, type Drill } from '../../testing/restore-drill.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { fresh } from '../../testing/fixtures.ts';

jest.setTimeout(60_000);

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh = ''] = ENROLLED;

const sendingsOf = ({ provider }: Drill) =>
  provider.seen.filter(({ method, path }) => method === 'POST' && path === '/commands').length;

/** Before the backup, the first phone is locked, the second is on its way, and three are queued. */
async function workBefore(drill: Drill): Promise<void> {
  await drill.send('lock', first, second);
  await drill.until(are('sent', 'lock', first, second));
  await drill.obey(first);
  await drill.turn('paused');
  await drill.send('lock', third, fourth, fifth);
  await drill.until(
    are('acknowledged', 'lock', first),
    are('sent', 'lock', second),
    are('queued', 'lock', third, fourth, fifth),
  );
}

/** After the backup, one queued command is done, one refused, one cancelled; the first is unlocked, the sixth sent. */
async function workAfter(drill: Drill): Promise<void> {
  expect(await drill.decide('cancel', { imei: fifth })).toMatchObject({ done: 1 });
  drill.provider.behave({ refusals: { [fourth]: 'No such phone.' } });
  await drill.turn('running');
  await drill.send('unlock', first);
  await drill.send('lock', sixth);
  const over = [...are('failed', 'lock', fourth), ...are('cancelled', 'lock', fifth)];
  await drill.until(
    are('acknowledged', 'lock', first),
    are('sent', 'lock', second, third, sixth),
    are('sent', 'unlock', first),
    over,
  );
  await drill.obey(first, second, third);
  await drill.until(
    are('acknowledged', 'lock', first, second, third),
    are('sent', 'lock', sixth),
    are('acknowledged', 'unlock', first),
    over,
  );
}

/** Nothing is sent until somebody resumes. What the provider has is accepted; what it never had can be cancelled. */
async function compareAndDecide(drill: Drill): Promise<void> {
  const before = sendingsOf(drill);
  const { answer } = await drill.superadmin.call('operations');
  expect(answer).toMatchObject({ dispatch: 'paused', why: 'restored' });
  await drill.send('lock', seventh);
  await drill.compared();
  await drill.until(
    are('acknowledged', 'lock', first, second, third),
    are('failed', 'lock', fourth),
    are('queued', 'lock', fifth, seventh),
    are('acknowledged', 'unlock', first),
    are('sent', 'lock', sixth),
  );
  expect(await drill.decide('cancel', { imei: fifth })).toMatchObject({ done: 1 });
  expect(sendingsOf(drill)).toBe(before);
}

/** Resumes dispatch, and checks how the restored server and the provider end. */
async function finish(drill: Drill, former: readonly string[]): Promise<void> {
  const { commands } = drill.provider.state;
  expect(await drill.turn('running')).toMatchObject({ status: 'success' });
  await drill.send('unlock', fifth);
  await waitUntil('all that is meant now has reached the provider', async () =>
    commands.size === former.length + 2 ? undefined : `it has ${commands.size}`,
  );
  await drill.allDone();
  const locked = [first, second, third, sixth, seventh];
  await drill.until(
    are('acknowledged', 'lock', ...locked),
    are('acknowledged', 'unlock', first, fifth),
    are('failed', 'lock', fourth),
    are('cancelled', 'lock', fifth),
  );
  const unlocked = [first, fifth].map((imei) => `unlock ${imei}`);
  expect(drill.done).toEqual([...locked.map((imei) => `lock ${imei}`), ...unlocked].toSorted());
  const all = [...commands.values()];
  expect(all.filter(({ executions, submissions }) => executions > 1 || submissions > 1)).toEqual([]);
  const later = all.filter(({ key }) => !former.includes(key));
  expect(later.map(({ imei, action }) => `${action} ${imei}`)).toEqual([`lock ${seventh}`, `unlock ${fifth}`]);
}

describe.each(databases)('the restore drill on $name', ({ newFilled }) => {
  const drill = fresh(async () => prepareDrill(await newFilled()));

  it('D17c after a restore no phone gets a command that was not meant for it now, and none twice', async () => {
    await drill.startServer();
    await workBefore(drill);
    await drill.backup();
    await workAfter(drill);
    await drill.restore();
    const former = [...drill.provider.state.commands.keys()];
    await drill.startServer();
    await compareAndDecide(drill);
    await finish(drill, former);
    await drill.end();
  });
});

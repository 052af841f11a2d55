import { databases } from '../../testing/databases.ts';
import { REASON, type DrillConsole } from '../../testing/drill-console.ts';
import type { Provider } from '../../testing/provider/provider.ts';
import { doneBy, RestoreDrill } from '../../testing/restore-drill.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { fresh } from '../../testing/fixtures.ts';

jest.setTimeout(60_000);

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh = ''] = ENROLLED;

const sendingsOf = ({ seen }: Provider) => seen.filter(({ method, path }) => method === 'POST' && path === '/commands');

/** Lets the phones of these devices execute what the provider has for them. */
const obey = (provider: Provider, ...imeis: readonly string[]) =>
  provider.execute(
    [...provider.state.commands.values()].flatMap(({ key, imei }) => (imeis.includes(imei) ? [key] : [])),
  );

/** Before the backup, the first phone is locked, the second is on its way, and three are queued. */
async function workBefore(desk: DrillConsole, provider: Provider): Promise<void> {
  for (const imei of [first, second]) await desk.send(imei);
  await desk.until([
    [first, 'lock', 'sent'],
    [second, 'lock', 'sent'],
  ]);
  await obey(provider, first);
  await desk.turn('paused');
  for (const imei of [third, fourth, fifth]) await desk.send(imei);
  await desk.until([
    [first, 'lock', 'acknowledged'],
    [second, 'lock', 'sent'],
    ...[third, fourth, fifth].map((imei) => [imei, 'lock', 'queued']),
  ]);
}

/** After the backup, one queued command is done, one refused, one cancelled; the first is unlocked, the sixth sent. */
async function workAfter(desk: DrillConsole, provider: Provider): Promise<void> {
  const cancelled = await desk.superadmin('operationsDecide', {
    decision: 'cancel',
    reason: REASON,
    filter: { imei: fifth },
  });
  expect(cancelled).toMatchObject({ done: 1 });
  provider.behave({ refusals: { [fourth]: 'No such phone.' } });
  await desk.turn('running');
  await desk.send(first, 'unlock');
  await desk.send(sixth);
  const rest = [
    [fourth, 'lock', 'failed'],
    [fifth, 'lock', 'cancelled'],
  ];
  await desk.until([
    [first, 'lock', 'acknowledged'],
    [second, 'lock', 'sent'],
    [third, 'lock', 'sent'],
    ...rest,
    [first, 'unlock', 'sent'],
    [sixth, 'lock', 'sent'],
  ]);
  await obey(provider, first, second, third);
  await desk.until([
    [first, 'lock', 'acknowledged'],
    [second, 'lock', 'acknowledged'],
    [third, 'lock', 'acknowledged'],
    ...rest,
    [first, 'unlock', 'acknowledged'],
    [sixth, 'lock', 'sent'],
  ]);
}

/** Nothing is sent until somebody resumes. What the provider has is accepted; what it never had can be cancelled. */
async function compareAndDecide(desk: DrillConsole, provider: Provider): Promise<void> {
  const before = sendingsOf(provider).length;
  expect(await desk.superadmin('operations', {})).toMatchObject({ dispatch: 'paused', why: 'restored' });
  await desk.send(seventh);
  await desk.compared();
  const known = [
    [first, 'lock', 'acknowledged'],
    [second, 'lock', 'acknowledged'],
    [third, 'lock', 'acknowledged'],
    [fourth, 'lock', 'failed'],
  ];
  const found = [
    [first, 'unlock', 'acknowledged'],
    [sixth, 'lock', 'sent'],
  ];
  await desk.until([...known, [fifth, 'lock', 'queued'], [seventh, 'lock', 'queued'], ...found]);
  const cancelled = { decision: 'cancel', reason: REASON, filter: { imei: fifth } };
  expect(await desk.superadmin('operationsDecide', cancelled)).toMatchObject({ done: 1 });
  expect(sendingsOf(provider)).toHaveLength(before);
}

/** Checks what the provider received and what the phones did by the end of the drill. */
function expectOnlyWhatWasMeant(provider: Provider, former: readonly string[]): void {
  expect(doneBy(provider).toSorted()).toEqual(
    [
      ...[first, second, third, sixth, seventh].map((imei) => `lock ${imei}`),
      ...[first, fifth].map((imei) => `unlock ${imei}`),
    ].toSorted(),
  );
  const all = [...provider.state.commands.values()];
  expect(all.filter(({ executions, submissions }) => executions > 1 || submissions > 1)).toEqual([]);
  const later = all.filter(({ key }) => !former.includes(key));
  expect(later.map(({ imei, action }) => [imei, action])).toEqual([
    [seventh, 'lock'],
    [fifth, 'unlock'],
  ]);
}

/** Resumes dispatch, and checks how the restored server and the provider end. */
async function finish(desk: DrillConsole, provider: Provider, former: readonly string[]): Promise<void> {
  expect(await desk.turn('running')).toMatchObject({ status: 'success' });
  await desk.send(fifth, 'unlock');
  await waitUntil('all that is meant now has reached the provider', async () =>
    provider.state.commands.size === former.length + 2 ? undefined : `it has ${provider.state.commands.size}`,
  );
  await desk.allDone(provider);
  expect((await desk.shown()).toSorted()).toEqual(
    [
      ...[first, second, third, sixth, seventh].map((imei) => [imei, 'lock', 'acknowledged']),
      ...[first, fifth].map((imei) => [imei, 'unlock', 'acknowledged']),
      [fourth, 'lock', 'failed'],
      [fifth, 'lock', 'cancelled'],
    ].toSorted(),
  );
  expectOnlyWhatWasMeant(provider, former);
}

describe.each(databases)('the restore drill on $name', ({ newEmpty }) => {
  const drill = fresh(async () => RestoreDrill.prepare(await newEmpty()));

  it('D17c after a restore no phone gets a command that was not meant for it now, and none twice', async () => {
    const { provider } = drill;
    const before = await drill.startServer();
    await workBefore(before, provider);
    await drill.backup();
    await workAfter(before, provider);
    await before.end();
    const former = [...provider.state.commands.keys()];
    expect(await drill.restore()).toContain('dispatch is paused');
    const after = await drill.startServer();
    await compareAndDecide(after, provider);
    await finish(after, provider, former);
    await after.end();
  });
});

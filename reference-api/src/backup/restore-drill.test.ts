import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type StoreLocation } from '../store/store.ts';
import { isoTime, systemClock } from '../time/clock.ts';
import { runChildCli } from '../testing/child-server.ts';
import { CALLBACK_SECRET } from '../testing/dispatched-api.ts';
import { DrillConsole, REASON, rowsOf } from '../testing/drill-console.ts';
import { startProvider, type Provider } from '../testing/provider/provider.ts';
import { SHARED_KEY } from '../testing/test-api.ts';
import { ENROLLED, seedTestData } from '../testing/test-data.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { databases, environmentOf } from '../testing/databases.ts';
import { testRun } from '../testing/test-run.ts';

jest.setTimeout(60_000);

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh = ''] = ENROLLED;

/** What provider and phones were made to do, in order. */
const doneBy = ({ state }: Provider) =>
  [...state.commands.values()].flatMap((one) => (one.executions > 0 ? [`${one.action} ${one.imei}`] : []));
const sendingsOf = ({ seen }: Provider) => seen.filter(({ method, path }) => method === 'POST' && path === '/commands');

/** Lets the phones of these devices do what the provider has for them. */
const obey = (provider: Provider, ...imeis: readonly string[]) =>
  provider.execute(
    [...provider.state.commands.values()].flatMap(({ key, imei }) => (imeis.includes(imei) ? [key] : [])),
  );

/** Before the backup: the first phone locked, the second on its way, three queued. */
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

/** After the backup: of the queued one is done, one refused, one cancelled; the first is unlocked, the sixth sent. */
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

/** Nothing goes until every difference is decided, and each is listed. */
async function compareAndDecide(desk: DrillConsole, provider: Provider): Promise<void> {
  const before = sendingsOf(provider).length;
  expect(await desk.superadmin('operations', {})).toMatchObject({ dispatch: 'paused', why: 'restored' });
  await desk.send(seventh);
  await waitUntil('the comparison has ended', async () => {
    const { reconcile } = await desk.superadmin('operations', {});
    return reconcile === 'undecided' ? undefined : String(reconcile);
  });
  const differences = rowsOf(await desk.superadmin('operationsReconcile', { limit: 50 }));
  expect(
    differences.map(({ imei, action, ours, theirs, differs }) => [imei, action, ours, theirs, differs]).toSorted(),
  ).toEqual(
    [
      [first, 'unlock', '', 'acknowledged', 'not-here'],
      [second, 'lock', 'sent', 'acknowledged', 'further'],
      [third, 'lock', 'queued', 'acknowledged', 'further'],
      [fourth, 'lock', 'queued', 'failed', 'further'],
      [fifth, 'lock', 'queued', '', 'not-there'],
      [sixth, 'lock', '', 'accepted', 'not-here'],
    ].toSorted(),
  );
  expect(await desk.turn('running')).toMatchObject({ status: 'error', message: expect.stringMatching(/undecided/) });
  expect(await desk.decide('adopt', 'further')).toMatchObject({ done: 3 });
  expect(await desk.decide('adopt', 'not-here')).toMatchObject({ done: 2 });
  expect(await desk.decide('cancel', 'not-there')).toMatchObject({ done: 1, state: 'done' });
  expect(sendingsOf(provider)).toHaveLength(before);
}

/** What the provider was told and what phones did, at the end of the drill. */
function expectOnlyWhatWasMeant(provider: Provider, former: readonly string[]): void {
  expect(doneBy(provider).toSorted()).toEqual(
    [
      ...[first, second, third, sixth, seventh].map((imei) => `lock ${imei}`),
      ...[first, fifth].map((imei) => `unlock ${imei}`),
    ].toSorted(),
  );
  const all = [...provider.state.commands.values()];
  expect(all.filter(({ executions, submissions }) => executions > 1 || submissions > 1)).toEqual([]);
  const epochs = new Set(former.map((key) => key.split('.')[0]));
  const later = all.filter(({ key }) => !former.includes(key));
  expect(later.map(({ imei, action }) => [imei, action])).toEqual([
    [seventh, 'lock'],
    [fifth, 'unlock'],
  ]);
  expect(later.filter(({ key }) => epochs.has(key.split('.')[0]))).toEqual([]);
}

/** What the restored server and the provider end with. */
async function finish(desk: DrillConsole, provider: Provider, former: readonly string[]): Promise<void> {
  expect(await desk.turn('running')).toMatchObject({ status: 'success' });
  await desk.send(fifth, 'unlock');
  await waitUntil('all that is meant now has reached the provider', async () =>
    provider.state.commands.size === former.length + 2 ? undefined : `it has ${provider.state.commands.size}`,
  );
  await waitUntil('every phone has done what was meant', async () => {
    await provider.execute();
    const open = (await desk.shown()).filter(([, , state]) => state === 'queued' || state === 'sent');
    return open.length === 0 ? undefined : JSON.stringify(open);
  });
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

/** Fills a database; a file of SQLite is put there whole, because this process goes on holding what it has opened. */
async function seed(location: StoreLocation, file: string): Promise<void> {
  const store = await openStore('file' in location ? { file } : location);
  await seedTestData(store, isoTime(systemClock.now()));
  await store.close();
  if ('file' in location) await copyFile(file, location.file);
}

describe.each(databases)('the restore drill on $name', ({ newEmpty }) => {
  let folder: string;
  let provider: Provider;
  let databaseEnv: Record<string, string>;
  const desks: DrillConsole[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'device-console-drill-'));
    const location = await newEmpty();
    databaseEnv = environmentOf(location);
    await seed(location, join(folder, 'seed.db'));
    await writeFile(join(folder, 'secrets.json'), JSON.stringify([CALLBACK_SECRET]));
    provider = await startProvider();
    provider.behave({ callbacks: 'on' });
  });
  afterEach(async () => {
    for (const desk of desks.splice(0)) await desk.kill();
    await provider.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function runCli(...args: readonly string[]): Promise<string> {
    const { code, output, errors } = await runChildCli(testRun().bundled, args, databaseEnv);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  }

  async function startServer(): Promise<DrillConsole> {
    const env = {
      ...databaseEnv,
      SHARED_KEY,
      DEVICE_GATEWAY_URL: provider.url,
      DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: join(folder, 'secrets.json'),
    };
    const desk = await DrillConsole.start(testRun().bundled, env, provider);
    desks.push(desk);
    return desk;
  }

  it('D17c after a restore no phone gets a command that was not meant for it now, and none twice', async () => {
    const file = join(folder, 'backup.tar.gz');
    const before = await startServer();
    await workBefore(before, provider);
    expect(await runCli('backup', file)).toContain('5 commands');
    await workAfter(before, provider);
    await before.end();
    const former = [...provider.state.commands.keys()];
    expect(await runCli('restore', file, '--replace')).toContain('dispatch is paused');
    const after = await startServer();
    await compareAndDecide(after, provider);
    await finish(after, provider, former);
    await after.end();
  });
});

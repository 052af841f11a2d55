import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientOf } from '../../testing/child-client.ts';
import { endChild, runChildCli, startChild, type ChildServer } from '../../testing/child-server.ts';
import { ENROLLED, fresh, newFolder, SHARED_KEY, testRun, waitUntil, type Session } from '../../testing/index.ts';
import { databases, environmentOf } from '../../testing/databases.ts';
import { CALLBACK_SECRET } from '../../testing/dispatched-api.ts';
import { startProvider } from '../../testing/provider/provider.ts';

jest.setTimeout(60_000);

const reason = 'The restore drill';
const { bundled } = testRun();

/** Returns the phone of a number, from 1. */
const phone = (number: number) => ENROLLED[number - 1] ?? '';
/** Returns a command by the number of its phone, such as `lock 1`. */
const named = ({ action, imei }: { readonly action?: unknown; readonly imei?: unknown }) =>
  `${String(action)} ${ENROLLED.indexOf(String(imei)) + 1}`;

/** A provider, a server with an admin and a superadmin at their consoles, and its backup, each in its own process. */
describe.each(databases)('the restore drill on $name', ({ newFilled }) => {
  const provider = fresh(startProvider);
  let env: Record<string, string>;
  let backup: string;
  let child: ChildServer;
  let admin: Session;
  let superadmin: Session;
  beforeEach(async () => {
    const folder = newFolder();
    backup = join(folder, 'backup.tar.gz');
    const secrets = join(folder, 'secrets.json');
    await writeFile(secrets, JSON.stringify([CALLBACK_SECRET]));
    const gateway = { DEVICE_GATEWAY_URL: provider.url, DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: secrets };
    env = { ...environmentOf(await newFilled()), ...gateway, SHARED_KEY };
    provider.behave({ callbacks: 'on' });
  });
  afterEach(() => endChild(child, 'SIGKILL'));

  async function startServer(): Promise<void> {
    child = await startChild(bundled, env);
    provider.callBackTo(`${child.address}/gateway/outcomes`, CALLBACK_SECRET);
    const { as } = await clientOf(child, SHARED_KEY);
    [admin, superadmin] = [await as('admin'), await as('superadmin')];
  }
  async function runCli(...args: readonly string[]): Promise<string> {
    const { code, output, errors } = await runChildCli(bundled, args, env);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  }

  async function send(action: string, ...phones: readonly number[]): Promise<void> {
    for (const one of phones)
      expect((await admin.send(phone(one), action)).answer).toMatchObject({ status: 'success' });
  }
  const turn = async (dispatch: 'running' | 'paused') =>
    expect(await superadmin.ask('operationsDispatch', { dispatch, reason })).toMatchObject({ status: 'success' });
  const cancel = async (one: number) => {
    const body = { decision: 'cancel', reason, filter: { imei: phone(one) } };
    expect(await superadmin.ask('operationsDecide', body)).toMatchObject({ done: 1 });
  };

  /** Waits until exactly these commands are shown, by their state. */
  const until = (states: Readonly<Record<string, string>>) => {
    const lists = Object.entries(states).map(([state, list]) => list.split(', ').map((one) => `${one} ${state}`));
    const text = lists.flat().toSorted().join('\n');
    return waitUntil(text, async () => {
      const rows = await superadmin.items('operationsCommands', { limit: 50 });
      const found = rows.map((row) => `${named(row)} ${String(row['state'])}`);
      return found.toSorted().join('\n') === text ? undefined : found.join('\n');
    });
  };

  const commands = () => [...provider.state.commands.values()];
  const sendings = () => provider.seen.filter(({ method, path }) => method === 'POST' && path === '/commands').length;
  /** Lets phones execute what the provider has for these devices. */
  const obey = (...phones: readonly number[]) =>
    provider.execute(commands().flatMap(({ imei, key }) => (phones.map(phone).includes(imei) ? [key] : [])));

  /** Before the backup, the first phone is locked, the second is on its way, and three are queued. */
  async function workBefore(): Promise<void> {
    await send('lock', 1, 2);
    await until({ sent: 'lock 1, lock 2' });
    await obey(1);
    await turn('paused');
    await send('lock', 3, 4, 5);
    await until({ acknowledged: 'lock 1', sent: 'lock 2', queued: 'lock 3, lock 4, lock 5' });
  }

  /** After it, one queued command is done, one refused, one cancelled; the first is unlocked, the sixth sent. */
  async function workAfter(): Promise<void> {
    await cancel(5);
    provider.behave({ refusals: { [phone(4)]: 'No such phone.' } });
    await turn('running');
    await send('unlock', 1);
    await send('lock', 6);
    const over = { failed: 'lock 4', cancelled: 'lock 5' };
    await until({ acknowledged: 'lock 1', sent: 'lock 2, lock 3, lock 6, unlock 1', ...over });
    await obey(1, 2, 3);
    await until({ acknowledged: 'lock 1, lock 2, lock 3, unlock 1', sent: 'lock 6', ...over });
  }

  /** Nothing is sent until somebody resumes. What the provider has is accepted; what it never had can be cancelled. */
  async function compareAndDecide(): Promise<void> {
    const before = sendings();
    const overview = () => superadmin.ask('operations');
    expect(await overview()).toMatchObject({ dispatch: 'paused', why: 'restored' });
    await send('lock', 7);
    await waitUntil('the provider was asked', async () => String((await overview())['reconcile']) || undefined);
    const done = 'lock 1, lock 2, lock 3, unlock 1';
    await until({ acknowledged: done, failed: 'lock 4', queued: 'lock 5, lock 7', sent: 'lock 6' });
    await cancel(5);
    expect(sendings()).toBe(before);
  }

  /** Resumes dispatch, and checks how the restored server and the provider end. */
  async function finish(former: readonly string[]): Promise<void> {
    await turn('running');
    await send('unlock', 5);
    await waitUntil('all that is meant now has reached the provider', async () =>
      commands().length === former.length + 2 ? undefined : `it has ${commands().length}`,
    );
    await provider.execute();
    const done = ['lock 1', 'lock 2', 'lock 3', 'lock 6', 'lock 7', 'unlock 1', 'unlock 5'];
    await until({ acknowledged: done.join(', '), failed: 'lock 4', cancelled: 'lock 5' });
    const executed = commands().filter(({ executions }) => executions > 0);
    expect(executed.map(named).toSorted()).toEqual(done);
    expect(commands().filter(({ executions, submissions }) => executions > 1 || submissions > 1)).toEqual([]);
    const later = commands().filter(({ key }) => !former.includes(key));
    expect(later.map(named)).toEqual(['lock 7', 'unlock 5']);
  }

  it('D17c after a restore no phone gets a command that was not meant for it now, and none twice', async () => {
    await startServer();
    await workBefore();
    await runCli('backup', backup);
    await workAfter();
    expect(await endChild(child, 'SIGTERM')).toBe(0);
    expect(await runCli('restore', backup, '--replace')).toContain('dispatch is paused');
    const former = commands().map(({ key }) => key);
    await startServer();
    await compareAndDecide();
    await finish(former);
    expect(await endChild(child, 'SIGTERM')).toBe(0);
  });
});

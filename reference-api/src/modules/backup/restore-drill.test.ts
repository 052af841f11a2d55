import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clientOf } from '../../testing/child-client.ts';
import { endChild, runChildCli, startChild, type ChildServer } from '../../testing/child-server.ts';
import { ENROLLED, fresh, newFolder, SHARED_KEY, testRun, waitUntil, type Session } from '../../testing/index.ts';
import { databases, environmentOf } from '../../testing/databases.ts';
import { CALLBACK_SECRET } from '../../testing/dispatched-api.ts';
import { startProvider } from '../../testing/provider/provider.ts';

jest.setTimeout(60_000);

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = '', seventh = ''] = ENROLLED;
const reason = 'The restore drill';
const { bundled } = testRun();

/** Returns the commands of some devices with their state, as they are shown. */
const are = (state: string, action: string, ...imeis: readonly string[]): readonly string[] =>
  imeis.map((imei) => `${action} ${imei} ${state}`);

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

  async function send(action: string, ...imeis: readonly string[]): Promise<void> {
    for (const imei of imeis)
      expect(await admin.ask('lockNotification', { imei, action })).toMatchObject({ status: 'success' });
  }
  const turn = async (dispatch: 'running' | 'paused') =>
    expect(await superadmin.ask('operationsDispatch', { dispatch, reason })).toMatchObject({ status: 'success' });
  const cancel = async (imei: string) => {
    const body = { decision: 'cancel', reason, filter: { imei } };
    expect(await superadmin.ask('operationsDecide', body)).toMatchObject({ done: 1 });
  };

  async function shown(): Promise<readonly string[]> {
    const rows = await superadmin.items('operationsCommands', { limit: 50 });
    return rows.map(({ imei, action, state }) => [action, imei, state].join(' ')).toSorted();
  }
  /** Waits until exactly these commands are shown. */
  const until = (...wanted: readonly (readonly string[])[]) => {
    const text = wanted.flat().toSorted().join('\n');
    return waitUntil(text, async () => {
      const found = (await shown()).join('\n');
      return found === text ? undefined : found;
    });
  };

  const commands = () => [...provider.state.commands.values()];
  const sendings = () => provider.seen.filter(({ method, path }) => method === 'POST' && path === '/commands').length;
  /** Lets phones execute what the provider has for these devices. */
  const obey = (...imeis: readonly string[]) =>
    provider.execute(commands().flatMap(({ imei, key }) => (imeis.includes(imei) ? [key] : [])));

  /** Before the backup, the first phone is locked, the second is on its way, and three are queued. */
  async function workBefore(): Promise<void> {
    await send('lock', first, second);
    await until(are('sent', 'lock', first, second));
    await obey(first);
    await turn('paused');
    await send('lock', third, fourth, fifth);
    const [done, sent] = [are('acknowledged', 'lock', first), are('sent', 'lock', second)];
    await until(done, sent, are('queued', 'lock', third, fourth, fifth));
  }

  /** After it, one queued command is done, one refused, one cancelled; the first is unlocked, the sixth sent. */
  async function workAfter(): Promise<void> {
    await cancel(fifth);
    provider.behave({ refusals: { [fourth]: 'No such phone.' } });
    await turn('running');
    await send('unlock', first);
    await send('lock', sixth);
    const over = [...are('failed', 'lock', fourth), ...are('cancelled', 'lock', fifth)];
    const sent = [...are('sent', 'lock', second, third, sixth), ...are('sent', 'unlock', first)];
    await until(are('acknowledged', 'lock', first), sent, over);
    await obey(first, second, third);
    const done = [...are('acknowledged', 'lock', first, second, third), ...are('acknowledged', 'unlock', first)];
    await until(done, are('sent', 'lock', sixth), over);
  }

  /** Nothing is sent until somebody resumes. What the provider has is accepted; what it never had can be cancelled. */
  async function compareAndDecide(): Promise<void> {
    const before = sendings();
    const overview = () => superadmin.ask('operations');
    expect(await overview()).toMatchObject({ dispatch: 'paused', why: 'restored' });
    await send('lock', seventh);
    await waitUntil('the provider was asked', async () => String((await overview())['reconcile']) || undefined);
    const done = [...are('acknowledged', 'lock', first, second, third), ...are('acknowledged', 'unlock', first)];
    const open = [...are('queued', 'lock', fifth, seventh), ...are('sent', 'lock', sixth)];
    await until(done, are('failed', 'lock', fourth), open);
    await cancel(fifth);
    expect(sendings()).toBe(before);
  }

  /** Resumes dispatch, and checks how the restored server and the provider end. */
  async function finish(former: readonly string[]): Promise<void> {
    await turn('running');
    await send('unlock', fifth);
    await waitUntil('all that is meant now has reached the provider', async () =>
      commands().length === former.length + 2 ? undefined : `it has ${commands().length}`,
    );
    await provider.execute();
    const locked = [first, second, third, sixth, seventh];
    const over = [...are('failed', 'lock', fourth), ...are('cancelled', 'lock', fifth)];
    await until(are('acknowledged', 'lock', ...locked), are('acknowledged', 'unlock', first, fifth), over);
    const executed = commands().filter(({ executions }) => executions > 0);
    const lines = [...locked.map((imei) => `lock ${imei}`), `unlock ${first}`, `unlock ${fifth}`];
    expect(executed.map(({ action, imei }) => `${action} ${imei}`).toSorted()).toEqual(lines.toSorted());
    expect(commands().filter(({ executions, submissions }) => executions > 1 || submissions > 1)).toEqual([]);
    const later = commands().filter(({ key }) => !former.includes(key));
    expect(later.map(({ imei, action }) => `${action} ${imei}`)).toEqual([`lock ${seventh}`, `unlock ${fifth}`]);
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

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild, startProgram } from '../../testing/child-server.ts';
import { databases } from '../../testing/databases.ts';
import { CALLBACK_SECRET } from '../../testing/dispatched-api.ts';
import { ENROLLED, fresh, testRun, waitUntil } from '../../testing/index.ts';
import { startKnoxStandIn } from '../../testing/knox-guard/knox-stand-in.ts';
import { startProvider } from '../../testing/provider/provider.ts';
import { drillOn, named, phone } from './testing/restore-drill.ts';

jest.setTimeout(60_000);

const { bundled } = testRun();

describe.each(databases)('the restore drill on $name', ({ newFilled }) => {
  const provider = fresh(startProvider);
  const drill = drillOn({
    newFilled,
    async variables(folder) {
      provider.behave({ callbacks: 'on' });
      const secrets = join(folder, 'secrets.json');
      await writeFile(secrets, JSON.stringify([CALLBACK_SECRET]));
      return { DEVICE_GATEWAY_URL: provider.url, DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: secrets };
    },
    async start(env) {
      const child = await startChild(bundled, env);
      provider.callBackTo(`${child.address}/gateway/outcomes`, CALLBACK_SECRET);
      return child;
    },
  });

  const commands = () => [...provider.state.commands.values()];
  const sendings = () => provider.seen.filter(({ method, path }) => method === 'POST' && path === '/commands').length;
  /** Lets phones execute what the provider has for these devices. */
  const obey = (...phones: readonly number[]) =>
    provider.execute(commands().flatMap(({ imei, key }) => (phones.map(phone).includes(imei) ? [key] : [])));

  /** Before the backup, the first phone is locked, the second is on its way, and three are queued. */
  async function workBefore(): Promise<void> {
    await drill.send('lock', 1, 2);
    await drill.until({ sent: 'lock 1, lock 2' });
    await obey(1);
    await drill.turn('paused');
    await drill.send('lock', 3, 4, 5);
    await drill.until({ acknowledged: 'lock 1', sent: 'lock 2', queued: 'lock 3, lock 4, lock 5' });
  }

  /** After it, one queued command is done, one refused, one cancelled; the first is unlocked, the sixth sent. */
  async function workAfter(): Promise<void> {
    await drill.decide('cancel', 5);
    provider.behave({ refusals: { [phone(4)]: 'No such phone.' } });
    await drill.turn('running');
    await drill.send('unlock', 1);
    await drill.send('lock', 6);
    const over = { failed: 'lock 4', cancelled: 'lock 5' };
    await drill.until({ acknowledged: 'lock 1', sent: 'lock 2, lock 3, lock 6, unlock 1', ...over });
    await obey(1, 2, 3);
    await drill.until({ acknowledged: 'lock 1, lock 2, lock 3, unlock 1', sent: 'lock 6', ...over });
  }

  /** Nothing is sent until somebody resumes. What the provider has is accepted; what it never had can be cancelled. */
  async function compareAndDecide(): Promise<void> {
    const before = sendings();
    expect(await drill.overview()).toMatchObject({ dispatch: 'paused', why: 'restored' });
    await drill.send('lock', 7);
    await waitUntil('the provider was asked', async () => String((await drill.overview())['reconcile']) || undefined);
    const done = 'lock 1, lock 2, lock 3, unlock 1';
    await drill.until({ acknowledged: done, failed: 'lock 4', queued: 'lock 5, lock 7', sent: 'lock 6' });
    await drill.decide('cancel', 5);
    expect(sendings()).toBe(before);
  }

  /** Resumes dispatch, and checks how the restored server and the provider end. */
  async function finish(former: readonly string[]): Promise<void> {
    await drill.turn('running');
    await drill.send('unlock', 5);
    await waitUntil('all that is meant now has reached the provider', async () =>
      commands().length === former.length + 2 ? undefined : `it has ${commands().length}`,
    );
    await provider.execute();
    const done = ['lock 1', 'lock 2', 'lock 3', 'lock 6', 'lock 7', 'unlock 1', 'unlock 5'];
    await drill.until({ acknowledged: done.join(', '), failed: 'lock 4', cancelled: 'lock 5' });
    const executed = commands().filter(({ executions }) => executions > 0);
    expect(executed.map(named).toSorted()).toEqual(done);
    expect(commands().filter(({ executions, submissions }) => executions > 1 || submissions > 1)).toEqual([]);
    const later = commands().filter(({ key }) => !former.includes(key));
    expect(later.map(named)).toEqual(['lock 7', 'unlock 5']);
  }

  it('D17c after a restore no phone gets a command that was not meant for it now, and none twice', async () => {
    await drill.startServer();
    await workBefore();
    await drill.backUp();
    await workAfter();
    const former = commands().map(({ key }) => key);
    await drill.restore();
    await compareAndDecide();
    await finish(former);
    await drill.end();
  });
});

describe.each(databases)('the restore drill before Knox Guard on $name', ({ newFilled }) => {
  const knox = fresh(() => startKnoxStandIn({ delay: 20 }));
  const drill = drillOn({
    newFilled,
    async variables(folder) {
      knox.add(ENROLLED);
      const file = await knox.writeCredentials(folder);
      const clock = join(folder, 'clock');
      await writeFile(clock, '0');
      const own = { GATEWAY: 'knox-guard', KNOX_API: knox.url, KNOX_CREDENTIALS_FILE: file };
      return { ...own, KNOX_CONTACT: '9000000001', CHAOS_CLOCK: clock };
    },
    // It asks Knox Guard at once, where a server outside waits for half a minute.
    start: (env) => startProgram(join(bundled, 'testing/chaos/server-main.mjs'), env),
  });
  const taken = () => Object.fromEntries([...knox.devices.values()].map((one) => [one.imei, one.taken.map(callOf)]));
  const callOf = ({ call }: { readonly call: string }) => call;

  /** Before the backup one phone is locked, one is switched off, three are queued; after it all but one are sent. */
  async function work(): Promise<void> {
    knox.behave({ offline: [phone(2)] });
    await drill.send('lock', 1, 2);
    await drill.until({ acknowledged: 'lock 1', sent: 'lock 2' });
    await drill.turn('paused');
    await drill.send('lock', 3, 4);
    await drill.send('notify', 5);
    await drill.backUp();
    await drill.decide('cancel', 4);
    await drill.turn('running');
    await drill.send('unlock', 1);
    await drill.send('lock', 6);
    const done = 'lock 1, lock 3, lock 6, unlock 1';
    await drill.until({ acknowledged: done, sent: 'lock 2, notify 5', cancelled: 'lock 4' });
  }

  it('D17c after a restore nothing is sent on its own, and no message again though somebody retries it', async () => {
    await drill.startServer();
    await work();
    const before = taken();
    await drill.restore();
    knox.behave({ offline: [] });
    // What was asked for after the backup is lost here. A state tells of the locks, and nothing of the message.
    expect(await drill.overview()).toMatchObject({ dispatch: 'paused', why: 'restored' });
    await drill.until({ acknowledged: 'lock 1, lock 2, lock 3', unknown: 'lock 4, notify 5' });
    expect(taken()).toEqual(before);
    await drill.turn('running');
    await drill.send('lock', 7);
    await drill.decide('retry', 5);
    await drill.until({ acknowledged: 'lock 1, lock 2, lock 3, lock 7', unknown: 'lock 4, notify 5' });
    expect(taken()).toEqual({ ...before, [phone(7)]: ['devices/lock'] });
    await drill.decide('retry', 4);
    await drill.until({ acknowledged: 'lock 1, lock 2, lock 3, lock 4, lock 7', unknown: 'notify 5' });
    expect(taken()).toEqual({ ...before, [phone(4)]: ['devices/lock'], [phone(7)]: ['devices/lock'] });
    await drill.end();
  });
});

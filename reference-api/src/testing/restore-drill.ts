import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreLocation } from '../core/store/store.ts';
import { clientOf } from './child-client.ts';
import { endChild, runChildCli, startChild, type ChildServer } from './child-server.ts';
import type { Session } from './client.ts';
import { environmentOf } from './databases.ts';
import { CALLBACK_SECRET } from './dispatched-api.ts';
import { startProvider, type Provider } from './provider/provider.ts';
import { SHARED_KEY } from './test-api.ts';
import { newFolder, testRun } from './test-run.ts';
import { waitUntil } from './wait-until.ts';

const REASON = 'The restore drill';

type Answer = Readonly<Record<string, unknown>>;

/** Returns the commands of some devices with their state, as {@link Drill} shows them. */
export const are = (state: string, action: string, ...imeis: readonly string[]): readonly string[] =>
  imeis.map((imei) => `${action} ${imei} ${state}`);

/** Prepares a drill on a filled database. */
export async function prepareDrill(location: StoreLocation): Promise<Drill> {
  const folder = newFolder();
  const secrets = join(folder, 'secrets.json');
  await writeFile(secrets, JSON.stringify([CALLBACK_SECRET]));
  const provider = await startProvider();
  provider.behave({ callbacks: 'on' });
  const gateway = { DEVICE_GATEWAY_URL: provider.url, DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: secrets };
  return new Drill(provider, join(folder, 'backup.tar.gz'), { ...environmentOf(location), ...gateway, SHARED_KEY });
}

interface Running {
  readonly child: ChildServer;
  readonly admin: Session;
  readonly superadmin: Session;
}

/** A provider, a server with an admin and a superadmin at their consoles, and its backup, each in its own process. */
export class Drill {
  #running: Running | undefined;

  constructor(
    readonly provider: Provider,
    private readonly file: string,
    private readonly env: Record<string, string>,
  ) {}

  async startServer(): Promise<void> {
    const child = await startChild(testRun().bundled, this.env);
    this.provider.callBackTo(`${child.address}/gateway/outcomes`, CALLBACK_SECRET);
    const { as } = await clientOf(child, SHARED_KEY);
    this.#running = { child, admin: await as('admin'), superadmin: await as('superadmin') };
  }

  get superadmin(): Session {
    return this.#now.superadmin;
  }

  async #runCli(...args: readonly string[]): Promise<string> {
    const { code, output, errors } = await runChildCli(testRun().bundled, args, this.env);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  }

  backup(): Promise<string> {
    return this.#runCli('backup', this.file);
  }

  async end(): Promise<void> {
    expect(await endChild(this.#now.child, 'SIGTERM')).toBe(0);
  }

  /** Ends the server and restores the backup. */
  async restore(): Promise<void> {
    await this.end();
    expect(await this.#runCli('restore', this.file, '--replace')).toContain('dispatch is paused');
  }

  async send(action: string, ...imeis: readonly string[]): Promise<void> {
    for (const imei of imeis) {
      const { answer } = await this.#now.admin.call('lockNotification', { imei, action });
      expect(answer).toMatchObject({ status: 'success' });
    }
  }

  async turn(dispatch: 'running' | 'paused'): Promise<Answer> {
    return (await this.superadmin.call('operationsDispatch', { dispatch, reason: REASON })).answer;
  }

  async decide(decision: 'cancel', filter: object): Promise<Answer> {
    return (await this.superadmin.call('operationsDecide', { decision, reason: REASON, filter })).answer;
  }

  /** Waits until a restored server has asked the provider what it has. */
  compared(): Promise<void> {
    return waitUntil('the provider was asked', async () => {
      const { reconcile } = (await this.superadmin.call('operations')).answer;
      return reconcile === '' ? undefined : String(reconcile);
    });
  }

  /** Waits until exactly these commands are shown. */
  until(...wanted: readonly (readonly string[])[]): Promise<void> {
    const text = wanted.flat().toSorted().join('\n');
    return waitUntil(text, async () => {
      const found = (await this.#shown()).join('\n');
      return found === text ? undefined : found;
    });
  }

  /** Lets phones execute what the provider has for these devices. */
  obey(...imeis: readonly string[]): Promise<void> {
    const commands = [...this.provider.state.commands.values()];
    return this.provider.execute(commands.filter(({ imei }) => imeis.includes(imei)).map(({ key }) => key));
  }

  /** Waits until phones have executed all open commands. */
  allDone(): Promise<void> {
    return waitUntil('nothing is open', async () => {
      await this.provider.execute();
      const open = (await this.#shown()).filter((line) => / (queued|sent)$/.test(line));
      return open.length === 0 ? undefined : open.join('\n');
    });
  }

  /** What phones have executed, once per execution. */
  get done(): readonly string[] {
    const commands = [...this.provider.state.commands.values()];
    return commands
      .flatMap(({ action, imei, executions }) => Array.from({ length: executions }, () => `${action} ${imei}`))
      .toSorted();
  }

  async close(): Promise<void> {
    if (this.#running) await endChild(this.#running.child, 'SIGKILL');
    await this.provider.close();
  }

  get #now(): Running {
    if (!this.#running) throw new Error('No server was started.');
    return this.#running;
  }

  async #shown(): Promise<readonly string[]> {
    const { items } = (await this.superadmin.call('operationsCommands', { limit: 50 })).answer;
    const rows = items as readonly Readonly<Record<string, string>>[];
    return rows.map(({ imei, action, state }) => `${action} ${imei} ${state}`).toSorted();
  }
}

import type { CallName } from '@device-console/shared-lib/contract';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoreLocation } from '../core/store/store.ts';
import { isoTime, systemClock } from '../core/time/clock.ts';
import { postToChild } from './child-client.ts';
import { endChild, runChildCli, startChild, type ChildServer } from './child-server.ts';
import { environmentOf } from './databases.ts';
import { CALLBACK_SECRET } from './dispatched-api.ts';
import { startProvider, type Provider } from './provider/provider.ts';
import { SHARED_KEY } from './test-api.ts';
import { PASSWORD, people, seedTestData } from './test-data.ts';
import { newFolder, testRun } from './test-run.ts';
import { waitUntil } from './wait-until.ts';
import { openStore } from '../app/open-store.ts';

const REASON = 'The restore drill';

type Answer = Readonly<Record<string, unknown>>;
type Call = (name: CallName, body: object) => Promise<Answer>;

/** Returns the commands of some devices with their state, as {@link Drill} shows them. */
export const are = (state: string, action: string, ...imeis: readonly string[]): readonly string[] =>
  imeis.map((imei) => `${action} ${imei} ${state}`);

/** Fills a database. A file of SQLite is filled elsewhere and copied: this process keeps open what it has opened. */
async function seed(location: StoreLocation, file: string): Promise<void> {
  const store = await openStore('file' in location ? { file } : location);
  await seedTestData(store, isoTime(systemClock.now()));
  await store.close();
  if ('file' in location) await copyFile(file, location.file);
}

export async function prepareDrill(location: StoreLocation): Promise<Drill> {
  const folder = newFolder();
  await seed(location, join(folder, 'seed.db'));
  const secrets = join(folder, 'secrets.json');
  await writeFile(secrets, JSON.stringify([CALLBACK_SECRET]));
  const provider = await startProvider();
  provider.behave({ callbacks: 'on' });
  const gateway = { DEVICE_GATEWAY_URL: provider.url, DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: secrets };
  return new Drill(provider, join(folder, 'backup.tar.gz'), { ...environmentOf(location), ...gateway, SHARED_KEY });
}

/** A provider, a server with an admin and a superadmin at their consoles, and its backup, each in its own process. */
export class Drill {
  #child: ChildServer | undefined;
  readonly #tokens = { admin: '', superadmin: '' };

  constructor(
    readonly provider: Provider,
    private readonly file: string,
    private readonly env: Record<string, string>,
  ) {}

  async startServer(): Promise<void> {
    this.#child = await startChild(testRun().bundled, this.env);
    this.provider.callBackTo(`${this.#child.address}/gateway/outcomes`, CALLBACK_SECRET);
    for (const who of ['admin', 'superadmin'] as const) {
      const { token } = await this.#post(who, 'login', { email: people[who].email, password: PASSWORD });
      this.#tokens[who] = token;
    }
  }

  readonly admin: Call = (name, body) => this.#post('admin', name, body);
  readonly superadmin: Call = (name, body) => this.#post('superadmin', name, body);

  #post(who: 'admin' | 'superadmin', name: CallName, body: object) {
    const wire = { token: this.#tokens[who], sharedKey: SHARED_KEY };
    return postToChild(this.#server, name, { user: people[who].email, ...body }, wire);
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
    expect(await endChild(this.#server, 'SIGTERM')).toBe(0);
  }

  /** Ends the server and restores the backup. */
  async restore(): Promise<void> {
    await this.end();
    expect(await this.#runCli('restore', this.file, '--replace')).toContain('dispatch is paused');
  }

  async send(action: string, ...imeis: readonly string[]): Promise<void> {
    for (const imei of imeis)
      expect(await this.admin('lockNotification', { imei, action })).toMatchObject({ status: 'success' });
  }

  turn(dispatch: 'running' | 'paused'): Promise<Answer> {
    return this.superadmin('operationsDispatch', { dispatch, reason: REASON });
  }

  decide(decision: 'cancel', filter: object): Promise<Answer> {
    return this.superadmin('operationsDecide', { decision, reason: REASON, filter });
  }

  /** Waits until a restored server has asked the provider what it has. */
  compared(): Promise<void> {
    return waitUntil('the provider was asked', async () => {
      const { reconcile } = await this.superadmin('operations', {});
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

  /** Lets phones execute what the provider has for these devices, by default for all. */
  obey(...imeis: readonly string[]): Promise<void> {
    const commands = [...this.provider.state.commands.values()];
    const own = commands.filter(({ imei }) => imeis.length === 0 || imeis.includes(imei));
    return this.provider.execute(own.map(({ key }) => key));
  }

  /** Waits until phones have executed all open commands. */
  allDone(): Promise<void> {
    return waitUntil('nothing is open', async () => {
      await this.obey();
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
    if (this.#child) await endChild(this.#child, 'SIGKILL');
    await this.provider.close();
  }

  get #server(): ChildServer {
    if (!this.#child) throw new Error('No server was started.');
    return this.#child;
  }

  async #shown(): Promise<readonly string[]> {
    const { items } = await this.superadmin('operationsCommands', { limit: 50 });
    const rows = items as readonly Readonly<Record<string, string>>[];
    return rows.map(({ imei, action, state }) => `${action} ${imei} ${state}`).toSorted();
  }
}

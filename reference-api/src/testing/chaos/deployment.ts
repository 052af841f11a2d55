import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inTransaction, openStore, type Store, type StoreLocation } from '../../core/store/store.ts';
import { isoTime, systemClock } from '../../core/time/clock.ts';
import { startProgram } from '../child-server.ts';
import { CALLBACK_SECRET } from '../dispatched-api.ts';
import { FaultProxy } from '../faults/fault-proxy.ts';
import { startProvider, type Provider } from '../provider/provider.ts';
import { SHARED_KEY } from '../test-api.ts';
import { seedTestData } from '../test-data.ts';
import { waitUntil } from '../wait-until.ts';
import { Instance } from './instance.ts';
import { ChaosMailServer } from './mail-server.ts';
import type { Place } from './plan.ts';
import { databaseTimes } from './short-times.ts';

/** Milliseconds in which an instance must notice that its database is gone: sooner than operators give up. */
const NOTICED_WITHIN = 10_000;

export interface ChaosPlace {
  /** The folder of the bundled server. */
  readonly bundled: string;
  readonly folder: string;
  /** PostgreSQL has two instances, SQLite one. */
  readonly location: StoreLocation;
}

/** Returns where PostgreSQL listens, from an address that names the folder of its socket. */
function socketOf(databaseUrl: string): string {
  return join(new URL(databaseUrl).searchParams.get('host') ?? '', '.s.PGSQL.5432');
}

/** True if a server has an open transaction; SQLite's end before anybody else can look. */
async function hasOpenTransaction({ db, dialect }: Store): Promise<boolean> {
  if (dialect === 'sqlite') return false;
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1`.execute(db);
  return rows.length > 0;
}

interface Change {
  readonly command_id: number;
  readonly before: string;
  readonly after: string;
}

/** Lets the database record every change of a command's state, whoever makes it. */
async function keepHistory({ db, dialect }: Store): Promise<void> {
  await sql`create table chaos_history (command_id bigint not null, before text not null, after text not null)`.execute(
    db,
  );
  const insert = sql.raw('insert into chaos_history values (old.id, old.status, new.status);');
  const when = sql.raw('after update of status on commands for each row when (old.status <> new.status)');
  if (dialect === 'sqlite') {
    await sql`create trigger chaos_history_notes ${when} begin ${insert} end`.execute(db);
    return;
  }
  const body = sql`begin ${insert} return null; end`;
  await sql`create function note_chaos() returns trigger language plpgsql as $$ ${body} $$`.execute(db);
  await sql`create trigger chaos_history_notes ${when} execute function note_chaos()`.execute(db);
}

/** Reads the changes of the commands whose ids are at least `id`. */
export async function changesFrom({ db }: Store, id: number): Promise<readonly Change[]> {
  const { rows } =
    await sql<Change>`select command_id, before, after from chaos_history where command_id >= ${id}`.execute(db);
  return rows;
}

/** The proxies that the instances share. */
interface Proxies {
  readonly provider: FaultProxy;
  readonly mail: FaultProxy;
  readonly database: FaultProxy | undefined;
}

const environmentOf = (
  { folder, location }: ChaosPlace,
  { provider, database, mail }: Proxies,
): Record<string, string> => ({
  COMMAND_LIFETIME_HOURS: '12',
  SESSION_HOURS: '100',
  SESSION_IDLE_MINUTES: 'off',
  SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  SHARED_KEY,
  DATA_DIR: folder,
  DEVICE_GATEWAY_URL: `http://127.0.0.1:${provider.port}`,
  DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: join(folder, 'secrets.json'),
  ...('file' in location || !database
    ? {}
    : {
        DATABASE_URL:
          `postgres://postgres@127.0.0.1:${database.port}` + `${new URL(location.url).pathname}?${databaseTimes}`,
      }),
});

/** The API in its own processes, with its provider and its database, and a proxy on each way between them. */
export class ChaosDeployment {
  /** Faults of processes: they ended by themselves, or were ready while the database was cut off. */
  readonly misdeeds: string[] = [];
  readonly #instances: Instance[] = [];
  #cuts: Promise<void>[] = [];
  #restarts: Promise<void>[] = [];
  #suspended: Instance | undefined;

  private constructor(
    readonly store: Store,
    readonly provider: Provider,
    readonly mail: ChaosMailServer,
    private readonly shared: Proxies,
  ) {}

  static async start(place: ChaosPlace): Promise<ChaosDeployment> {
    const { folder, location, bundled } = place;
    const store = await openStore(location);
    await seedTestData(store, isoTime(systemClock.now()));
    await keepHistory(store);
    await writeFile(join(folder, 'secrets.json'), JSON.stringify([CALLBACK_SECRET]));
    const provider = await startProvider();
    const mail = await ChaosMailServer.start();
    const proxies = {
      mail: await FaultProxy.start({ port: mail.port, host: '127.0.0.1' }),
      provider: await FaultProxy.start({ port: Number(new URL(provider.url).port), host: '127.0.0.1' }),
      database: 'url' in location ? await FaultProxy.start({ path: socketOf(location.url) }) : undefined,
    };
    const env = environmentOf(place, proxies);
    const start = (clockFile: string) =>
      startProgram(join(bundled, 'testing/chaos/server-main.mjs'), { ...env, CHAOS_CLOCK: clockFile });
    const deployment = new ChaosDeployment(store, provider, mail, proxies);
    const names = 'file' in location ? ['first'] : ['first', 'second'];
    const onEnd = (how: string) => void deployment.misdeeds.push(how);
    const starting = names.map((name) => Instance.start(join(folder, `clock-${name}`), start, onEnd));
    deployment.#instances.push(...(await Promise.all(starting)));
    deployment.callBackTo(0);
    return deployment;
  }

  get size(): number {
    return this.#instances.length;
  }

  /** Returns the address of an instance, through its proxy. */
  addressOf(index: number): string {
    return `http://127.0.0.1:${this.#at(index).proxy.port}`;
  }

  /** Returns the proxy of a place; undefined if this deployment has none there. */
  proxyAt(place: Place): FaultProxy | undefined {
    if (place === 'first' || place === 'second') return this.#at(place === 'first' ? 0 : 1).proxy;
    return this.shared[place];
  }

  kill(index: number): void {
    this.#restarts.push(this.#at(index).restart());
  }

  /** Suspends an instance if another one serves; kills the only one. */
  suspend(index: number): void {
    if (this.size === 1) return this.kill(0);
    this.#suspended = this.#at(index);
    this.#suspended.signal('SIGSTOP');
    this.callBackTo(1 - index);
  }

  /** Sets the clock of an instance wrong by `hours`. */
  stepClock(index: number, hours: number): void {
    this.#at(index).stepClock(hours);
  }

  /** Cuts off the database, or locks its file, until no instance is ready any more. */
  cutDatabase(): void {
    const { database } = this.shared;
    if (database) {
      database.cut();
      this.#cuts.push(this.#untilNoneIsReady().finally(() => database.heal()));
    } else this.#cuts.push(inTransaction(this.store.db, () => this.#untilNoneIsReady()));
  }

  /** Lets the provider report outcomes to an instance. */
  callBackTo(index: number): void {
    this.provider.callBackTo(`${this.addressOf(index)}/gateway/outcomes`, CALLBACK_SECRET);
  }

  /** Takes back every fault, except a suspension. */
  async heal(): Promise<void> {
    await Promise.all(this.#cuts.splice(0));
    for (const proxy of this.#proxies) proxy.heal();
    for (const instance of this.#instances) instance.stepClock(0);
    this.mail.refuses = false;
    this.provider.behave({ faults: [] });
    await Promise.all(this.#restarts.splice(0));
  }

  /** Continues the suspended instance and resolves when it answers; false if none was suspended. */
  async continueSuspended(): Promise<boolean> {
    const instance = this.#suspended;
    if (!instance) return false;
    this.#suspended = undefined;
    instance.signal('SIGCONT');
    await instance.readiness();
    return true;
  }

  /** True if no abandoned request or transaction is left, or if an instance is suspended. */
  async isQuiet(): Promise<boolean> {
    if (this.#suspended) return true;
    return this.#proxies.every(({ leaving }) => leaving === 0) && !(await hasOpenTransaction(this.store));
  }

  async close(): Promise<void> {
    await this.heal();
    await this.continueSuspended();
    await Promise.all(this.#instances.map((instance) => instance.kill()));
    for (const proxy of this.#proxies) await proxy.close();
    await this.provider.close();
    await this.mail.close();
    await this.store.close();
  }

  get #proxies(): readonly FaultProxy[] {
    return [
      ...this.#instances.map(({ proxy }) => proxy),
      this.shared.provider,
      this.shared.mail,
      ...(this.shared.database ? [this.shared.database] : []),
    ];
  }

  #at(index: number): Instance {
    const instance = this.#instances[index % this.size];
    if (!instance) throw new Error(`There is no instance ${index}.`);
    return instance;
  }

  async #untilNoneIsReady(): Promise<void> {
    const readiness = async () => {
      const running = this.#instances.filter((one) => one !== this.#suspended);
      return Promise.all(running.map((instance) => instance.readiness()));
    };
    try {
      const look = async () => {
        const said = await readiness();
        return said.includes(200) ? said.join(', ') : undefined;
      };
      await waitUntil('no instance is ready while the database is cut off', look, NOTICED_WITHIN);
      if ((await readiness()).includes(200)) throw new Error('An instance was ready again without its database.');
    } catch (error) {
      this.misdeeds.push(String(error));
    }
  }
}

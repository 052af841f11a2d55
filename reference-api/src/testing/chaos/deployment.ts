import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openStore, type Store, type StoreLocation } from '../../store/store.ts';
import { isoTime, systemClock } from '../../time/clock.ts';
import { endChild, startProgram, type ChildServer } from '../child-server.ts';
import { CALLBACK_SECRET } from '../dispatched-api.ts';
import { FaultProxy } from '../faults/fault-proxy.ts';
import { startProvider, type Provider } from '../provider/provider.ts';
import { SHARED_KEY } from '../test-api.ts';
import { seedTestData } from '../test-data.ts';
import { keepHistory } from './history.ts';
import type { Place } from './plan.ts';
import { databaseTimes } from './short-times.ts';

/** Where a deployment of its own is made. */
export interface ChaosPlace {
  /** The folder of the bundled server. */
  readonly bundled: string;
  readonly folder: string;
  /** PostgreSQL has two instances, SQLite one. */
  readonly location: StoreLocation;
}

/** Where PostgreSQL listens, of an address that names the folder of its socket. */
function socketOf(databaseUrl: string): string {
  return join(new URL(databaseUrl).searchParams.get('host') ?? '', '.s.PGSQL.5432');
}

/** Whether a transaction of a server is open; SQLite's are over before anybody else can look. */
async function hasOpenTransaction({ db, dialect }: Store): Promise<boolean> {
  if (dialect === 'sqlite') return false;
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1`.execute(db);
  return rows.length > 0;
}

/** An instance of the API behind its proxy. */
interface Instance {
  readonly proxy: FaultProxy;
  child: ChildServer;
}

const environmentOf = (
  { folder, location }: ChaosPlace,
  provider: FaultProxy,
  database: FaultProxy | undefined,
): Record<string, string> => ({
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

/** The API in processes of its own, with its provider and its database, and a proxy on each way between them. */
export class ChaosDeployment {
  readonly store: Store;
  readonly provider: Provider;
  readonly #start: () => Promise<ChildServer>;
  readonly #instances: Instance[] = [];
  readonly #providerProxy: FaultProxy;
  readonly #databaseProxy: FaultProxy | undefined;
  #restarts: Promise<void>[] = [];
  #suspended: Instance | undefined;

  private constructor(
    parts: Pick<ChaosDeployment, 'store' | 'provider'>,
    proxies: { readonly provider: FaultProxy; readonly database: FaultProxy | undefined },
    start: () => Promise<ChildServer>,
  ) {
    ({ store: this.store, provider: this.provider } = parts);
    this.#providerProxy = proxies.provider;
    this.#databaseProxy = proxies.database;
    this.#start = start;
  }

  static async start(place: ChaosPlace): Promise<ChaosDeployment> {
    const { folder, location, bundled } = place;
    const store = await openStore(location);
    await seedTestData(store, isoTime(systemClock.now()));
    await keepHistory(store);
    await writeFile(join(folder, 'secrets.json'), JSON.stringify([CALLBACK_SECRET]));
    const provider = await startProvider();
    const proxies = {
      provider: await FaultProxy.start({ port: Number(new URL(provider.url).port), host: '127.0.0.1' }),
      database: 'url' in location ? await FaultProxy.start({ path: socketOf(location.url) }) : undefined,
    };
    const env = environmentOf(place, proxies.provider, proxies.database);
    const start = () => startProgram(join(bundled, 'testing/chaos/server-main.mjs'), env);
    const deployment = new ChaosDeployment({ store, provider }, proxies, start);
    await deployment.#startInstances('file' in location ? 1 : 2);
    return deployment;
  }

  /** How many instances there are. */
  get size(): number {
    return this.#instances.length;
  }

  /** The address of an instance, through its proxy. */
  addressOf(index: number): string {
    return `http://127.0.0.1:${this.#at(index).proxy.port}`;
  }

  /** The proxy of a place; undefined for one that this deployment has not. */
  proxyAt(place: Place): FaultProxy | undefined {
    if (place === 'provider') return this.#providerProxy;
    return place === 'database' ? this.#databaseProxy : this.#at(place === 'first' ? 0 : 1).proxy;
  }

  /** Ends an instance at once, and starts it again. */
  kill(index: number): void {
    const instance = this.#at(index);
    this.#restarts.push(
      endChild(instance.child, 'SIGKILL').then(async () => {
        instance.child = await this.#start();
        instance.proxy.target = targetOf(instance.child);
      }),
    );
  }

  /** Lets an instance stand still where another serves; the only one it ends. */
  suspend(index: number): void {
    if (this.size === 1) return this.kill(0);
    this.#suspended = this.#at(index);
    this.#suspended.child.process.kill('SIGSTOP');
    this.callBackTo(1 - index);
  }

  /** Lets the provider tell outcomes to an instance. */
  callBackTo(index: number): void {
    this.provider.callBackTo(`${this.addressOf(index)}/gateway/outcomes`, CALLBACK_SECRET);
  }

  /** Takes back every fault but that of an instance that stands still. */
  async heal(): Promise<void> {
    for (const proxy of this.#proxies) proxy.heal();
    this.provider.behave({ faults: [] });
    await Promise.all(this.#restarts.splice(0));
  }

  /** Lets what stands still go on; says whether anything did. Resolves when it answers. */
  async continueSuspended(): Promise<boolean> {
    const instance = this.#suspended;
    if (!instance) return false;
    this.#suspended = undefined;
    instance.child.process.kill('SIGCONT');
    await fetch(`${instance.child.address}/readyz`);
    return true;
  }

  /** Whether nothing is on its way that somebody has given up, but with an instance that stands still. */
  async isQuiet(): Promise<boolean> {
    if (this.#suspended) return true;
    return this.#proxies.every(({ leaving }) => leaving === 0) && !(await hasOpenTransaction(this.store));
  }

  async close(): Promise<void> {
    await this.heal();
    await this.continueSuspended();
    await Promise.all(this.#instances.map(({ child }) => endChild(child, 'SIGKILL')));
    for (const proxy of this.#proxies) await proxy.close();
    await this.provider.close();
    await this.store.close();
  }

  get #proxies(): readonly FaultProxy[] {
    return [
      ...this.#instances.map(({ proxy }) => proxy),
      this.#providerProxy,
      ...(this.#databaseProxy ? [this.#databaseProxy] : []),
    ];
  }

  #at(index: number): Instance {
    const instance = this.#instances[index % this.size];
    if (!instance) throw new Error(`There is no instance ${index}.`);
    return instance;
  }

  async #startInstances(count: number): Promise<void> {
    const children = await Promise.all(Array.from({ length: count }, () => this.#start()));
    for (const child of children) this.#instances.push({ child, proxy: await FaultProxy.start(targetOf(child)) });
    this.callBackTo(0);
  }
}

const targetOf = ({ address }: ChildServer) => ({ port: Number(new URL(address).port), host: '127.0.0.1' });

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { inTransaction, type Store, type StoreLocation } from '../../core/store/store.ts';
import { HOUR } from '../../core/time/clock.ts';
import { endChild, startProgram, type ChildServer } from '../child-server.ts';
import { environmentOf } from '../databases.ts';
import { FaultProxy } from '../faults/fault-proxy.ts';
import type { Phones } from '../phones/phones.ts';
import { SHARED_KEY } from '../least-settings.ts';
import { newFolder, testRun } from '../test-run.ts';
import { waitUntil } from '../wait-until.ts';
import type { Place } from './plan.ts';
import { openStore } from '../../app/open-store.ts';

/** Milliseconds in which an instance must notice that its database is gone: sooner than operators give up. */
const NOTICED_WITHIN = 10_000;

/** An instance of the API behind its proxy. Its clock is wrong by what a file says. */
interface Instance {
  readonly clockFile: string;
  readonly proxy: FaultProxy;
  child: ChildServer;
}

/** Settings in PostgreSQL's address, in milliseconds. */
const databaseTimes = new URLSearchParams({
  connectionTimeoutMillis: '500',
  statement_timeout: '500',
  lock_timeout: '400',
  query_timeout: '700',
  idle_in_transaction_session_timeout: '800',
});

const targetOf = (address: string) => ({ port: Number(new URL(address).port), host: '127.0.0.1' });

/** Returns the status of `/readyz`; undefined if nothing answers in time. */
const readinessOf = ({ child }: Instance): Promise<number | undefined> =>
  fetch(`${child.address}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ status }) => status,
    () => undefined,
  );

/** Starts a mail server that accepts mails and discards them, or refuses them for now. */
async function startMailServer() {
  const state = { refuses: false };
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(state.refuses ? Object.assign(new Error('Not now.'), { responseCode: 451 }) : null),
    onData: (stream, _session, done) => void stream.on('end', () => done()).resume(),
  });
  // The test breaks off connections on purpose.
  server.on('error', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  return { state, url: `smtp://127.0.0.1:${port}`, close: () => server.close() };
}

/** Lets the database note each command whose acknowledgement is taken back, whoever does it. */
async function noteTakenBack({ db, dialect }: Store): Promise<void> {
  await sql`create table chaos_taken_back (command_id bigint not null)`.execute(db);
  const insert = sql.raw('insert into chaos_taken_back values (old.id);');
  const when = sql.raw(`after update of status on commands for each row
    when (old.status = 'acknowledged' and new.status <> 'acknowledged')`);
  if (dialect === 'sqlite') {
    await sql`create trigger chaos_notes ${when} begin ${insert} end`.execute(db);
    return;
  }
  const body = sql`begin ${insert} return null; end`;
  await sql`create function note_chaos() returns trigger language plpgsql as $$ ${body} $$`.execute(db);
  await sql`create trigger chaos_notes ${when} execute function note_chaos()`.execute(db);
}

/** True if a server has an open transaction; SQLite's end before anybody else can look. */
async function hasOpenTransaction({ db, dialect }: Store): Promise<boolean> {
  if (dialect === 'sqlite') return false;
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns where servers find a database; one that is a file has no proxy. */
function behind(proxy: FaultProxy | undefined, location: StoreLocation): StoreLocation {
  if (!proxy || 'file' in location) return location;
  return { url: `postgres://postgres@127.0.0.1:${proxy.port}${new URL(location.url).pathname}?${databaseTimes}` };
}

/** The proxies of all instances; a database that is a file has none. */
type Ways = Readonly<Record<'provider' | 'mail', FaultProxy>> & { readonly database: FaultProxy | undefined };

/**
 * The API in its own processes, two on PostgreSQL and one on SQLite, with the phones' side, its mail server and filled
 * database, and a proxy on each way between them.
 */
export async function startChaos(location: StoreLocation, phones: Phones): Promise<ChaosDeployment> {
  const store = await openStore(location);
  await noteTakenBack(store);
  const mail = await startMailServer();
  const ways: Ways = {
    provider: await FaultProxy.start(targetOf(phones.url)),
    mail: await FaultProxy.start(targetOf(mail.url)),
    database: 'url' in location ? await FaultProxy.start({ path: testRun().postgresSocket }) : undefined,
  };
  const deployment = new ChaosDeployment(store, phones, mail, ways, {
    ...environmentOf(behind(ways.database, location)),
    COMMAND_LIFETIME_HOURS: '12',
    SESSION_HOURS: '100',
    SESSION_IDLE_MINUTES: 'off',
    SMTP_URL: `smtp://127.0.0.1:${ways.mail.port}`,
    SHARED_KEY,
    ...(await phones.variables(`http://127.0.0.1:${ways.provider.port}`)),
  });
  await Promise.all((ways.database ? [0, 1] : [0]).map(() => deployment.add()));
  return deployment;
}

export class ChaosDeployment {
  /** Faults of processes: they ended by themselves, or were ready while the database was cut off. */
  readonly misdeeds: string[] = [];
  readonly #instances: Instance[] = [];
  readonly #pending = { cuts: [] as Promise<void>[], restarts: [] as Promise<void>[] };
  #suspended: Instance | undefined;

  constructor(
    readonly store: Store,
    readonly phones: Phones,
    readonly mail: Awaited<ReturnType<typeof startMailServer>>,
    private readonly ways: Ways,
    private readonly env: Record<string, string>,
  ) {}

  /** Starts one more instance. */
  async add(): Promise<void> {
    const clockFile = join(newFolder(), 'clock');
    writeFileSync(clockFile, '0');
    const child = await this.#begin(clockFile);
    this.#instances.push({ clockFile, child, proxy: await FaultProxy.start(targetOf(child.address)) });
  }

  /** Returns the address of an instance, through its proxy. */
  addressOf(index: number): string {
    return `http://127.0.0.1:${this.#at(index).proxy.port}`;
  }

  /** Returns the proxy of a place; undefined if this deployment has none there. */
  proxyAt(place: Place): FaultProxy | undefined {
    if (place === 'first' || place === 'second') return this.#at(place === 'first' ? 0 : 1).proxy;
    return this.ways[place];
  }

  kill(index: number): void {
    this.#pending.restarts.push(this.#restart(this.#at(index)));
  }

  /** Suspends an instance if another one serves; kills the only one. */
  suspend(index: number): void {
    if (this.#instances.length === 1) return this.kill(0);
    this.#suspended = this.#at(index);
    this.#suspended.child.process.kill('SIGSTOP');
    this.callBackTo(1 - index);
  }

  /** Sets the clock of an instance wrong by `hours`. */
  stepClock(index: number, hours: number): void {
    writeFileSync(this.#at(index).clockFile, String(hours * HOUR));
  }

  /** Cuts off the database, or locks its file, until no instance is ready any more. */
  cutDatabase(): void {
    const { database } = this.ways;
    database?.cut();
    const noticed = database
      ? this.#untilNoneIsReady().finally(() => database.heal())
      : inTransaction(this.store.db, () => this.#untilNoneIsReady());
    this.#pending.cuts.push(noticed);
  }

  /** Lets the provider report outcomes to an instance. */
  callBackTo(index: number): void {
    this.phones.callBackTo(this.addressOf(index));
  }

  /** Takes back every fault, except a suspension. */
  async heal(): Promise<void> {
    await Promise.all(this.#pending.cuts.splice(0));
    for (const proxy of this.#proxies) proxy.heal();
    for (const index of this.#instances.keys()) this.stepClock(index, 0);
    this.mail.state.refuses = false;
    this.phones.behave({ faults: [] });
    await Promise.all(this.#pending.restarts.splice(0));
  }

  /** Continues the suspended instance and resolves when it answers; false if none was suspended. */
  async continueSuspended(): Promise<boolean> {
    const instance = this.#suspended;
    if (!instance) return false;
    this.#suspended = undefined;
    instance.child.process.kill('SIGCONT');
    await readinessOf(instance);
    return true;
  }

  /** True if no abandoned request or transaction is left, or if an instance is suspended. */
  async isQuiet(): Promise<boolean> {
    if (this.#suspended) return true;
    return this.#proxies.every(({ leaving }) => leaving === 0) && !(await hasOpenTransaction(this.store));
  }

  async close(): Promise<void> {
    await this.heal();
    for (const { child } of this.#instances) await endChild(child, 'SIGKILL');
    for (const part of [...this.#proxies, this.phones, this.mail, this.store]) await part.close();
  }

  get #proxies(): readonly FaultProxy[] {
    return [
      ...this.#instances.map(({ proxy }) => proxy),
      ...Object.values(this.ways).filter((way) => way !== undefined),
    ];
  }

  #at(index: number): Instance {
    const instance = this.#instances[index % this.#instances.length];
    if (!instance) throw new Error(`There is no instance ${index}.`);
    return instance;
  }

  async #begin(clockFile: string): Promise<ChildServer> {
    const program = join(testRun().bundled, 'testing/chaos/server-main.mjs');
    const child = await startProgram(program, { ...this.env, CHAOS_CLOCK: clockFile });
    child.process.once('close', (code, signal) => {
      if (signal !== 'SIGKILL') this.misdeeds.push(`a process ended by itself (${code ?? signal}): ${child.errors()}`);
    });
    return child;
  }

  /** Kills it and starts it as systemd does: again, as long as it ends because it cannot reach its database. */
  async #restart(instance: Instance): Promise<void> {
    await endChild(instance.child, 'SIGKILL');
    const again = () => this.#begin(instance.clockFile).then((child) => void (instance.child = child), String);
    await waitUntil('an instance starts', again);
    instance.proxy.target = targetOf(instance.child.address);
  }

  async #untilNoneIsReady(): Promise<void> {
    const look = async () => {
      const running = this.#instances.filter((one) => one !== this.#suspended);
      const said = await Promise.all(running.map(readinessOf));
      return said.includes(200) ? said.join(', ') : undefined;
    };
    try {
      await waitUntil('no instance is ready while the database is cut off', look, NOTICED_WITHIN);
      if ((await look()) !== undefined) throw new Error('An instance was ready again without its database.');
    } catch (error) {
      this.misdeeds.push(String(error));
    }
  }
}

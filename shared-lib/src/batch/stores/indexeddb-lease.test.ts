import 'fake-indexeddb/auto';
import { TestClock, settle } from '../testing/test-clock.ts';
import { batchDatabase } from './batch-database.ts';
import { LEASE_MS, indexedDbLease } from './indexeddb-lease.ts';
import { webLock } from './browser-ports.ts';
import type { BatchLock, HeldLock } from '../engine/index.ts';

type Granted = (lock: Lock | null) => unknown;

interface Request {
  readonly callback: Granted;
  readonly done: (value: unknown) => void;
}

/** Locks as the specification has them, for one page and exclusive mode. */
class FakeLockManager implements LockManager {
  readonly #queues = new Map<string, Request[]>();
  readonly #held = new Set<string>();

  request<T>(name: string, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  request<T>(name: string, options: LockOptions, callback: LockGrantedCallback<T>): Promise<Awaited<T>>;
  async request(name: string, optionsOrCallback: LockOptions | Granted, maybe?: Granted): Promise<never> {
    const callback = maybe ?? (typeof optionsOrCallback === 'function' ? optionsOrCallback : () => undefined);
    const options = typeof optionsOrCallback === 'function' ? {} : optionsOrCallback;
    if (options.ifAvailable === true && this.#held.has(name)) return (await callback(null)) as never;
    return (await new Promise<unknown>((done, reject) => {
      const request: Request = { callback, done };
      options.signal?.addEventListener('abort', () => {
        this.#queues.set(name, this.#queues.get(name)?.filter((other) => other !== request) ?? []);
        reject(new DOMException('aborted', 'AbortError'));
      });
      this.#queues.set(name, [...(this.#queues.get(name) ?? []), request]);
      this.#next(name);
    })) as never;
  }

  query(): Promise<LockManagerSnapshot> {
    return Promise.resolve({ held: [...this.#held].map((name) => ({ name })) });
  }

  #next(name: string): void {
    const [first, ...rest] = this.#queues.get(name) ?? [];
    if (!first || this.#held.has(name)) return;
    this.#held.add(name);
    this.#queues.set(name, rest);
    void Promise.resolve(first.callback({ name, mode: 'exclusive' })).then((value) => {
      this.#held.delete(name);
      first.done(value);
      this.#next(name);
    });
  }
}

const fail = (error: unknown) => {
  throw error;
};
let databases = 0;

/** Two tabs of one browser. */
function tabs(kind: 'web' | 'lease'): { clock: TestClock; one: BatchLock; other: BatchLock } {
  const clock = new TestClock();
  if (kind === 'web') {
    const locks = new FakeLockManager();
    return { clock, one: webLock(locks, fail), other: webLock(locks, fail) };
  }
  databases += 1;
  const open = batchDatabase(undefined, `lease-${String(databases)}`);
  let holders = 0;
  const lease = () => indexedDbLease(open, clock, () => `tab ${String((holders += 1))}`, fail);
  return { clock, one: lease(), other: lease() };
}

describe.each(['web', 'lease'] as const)('the %s lock', (kind) => {
  it('D16 D9b one tab has it until it gives it back', async () => {
    const { one, other } = tabs(kind);
    const held = await one.tryAcquire('batch');
    expect(await held?.confirm()).toBe(true);
    expect(await other.tryAcquire('batch')).toBeNull();
    expect(await other.tryAcquire('another')).not.toBeNull();
    held?.release();
    await settle();
    await settle();
    expect(await other.tryAcquire('batch')).not.toBeNull();
  });

  it('D16 D16a D9b gives it to who waits for it, and not to who has given the place up', async () => {
    const { clock, one, other } = tabs(kind);
    const held = await one.tryAcquire('batch');
    const got: HeldLock[] = [];
    const leave = other.acquire('batch', () => fail(new Error('It was given up.')));
    other.acquire('batch', (lock) => got.push(lock));
    await clock.pass(10_000);
    expect(got).toEqual([]);
    leave();
    held?.release();
    await clock.idleUntil(() => got.length === 1);
    expect(await got[0]?.confirm()).toBe(true);
    expect(await one.tryAcquire('batch')).toBeNull();
    got[0]?.release();
    await clock.idleUntil(() => true);
  });
});

it('D9b a lease is renewed as long as its page lives', async () => {
  const { clock, one, other } = tabs('lease');
  const held = await one.tryAcquire('batch');
  for (let minute = 0; minute < 10; minute += 1) {
    for (let second = 0; second < 60; second += 1) {
      await clock.pass(1000);
      await settle();
    }
    expect(await held?.confirm()).toBe(true);
    expect(await other.tryAcquire('batch')).toBeNull();
  }
});

it('D9b the lease of a killed page ends by itself, and a page that slept past its own finds it lost', async () => {
  const { clock, one, other } = tabs('lease');
  const held = await one.tryAcquire('batch');
  clock.time += LEASE_MS + 1;
  const taken = await other.tryAcquire('batch');
  expect(await taken?.confirm()).toBe(true);
  expect(await held?.confirm()).toBe(false);
  held?.release();
  await settle();
  expect(await taken?.confirm()).toBe(true);
});

it('D9b a lease that ran out counts as lost even when nobody took it', async () => {
  const { clock, one } = tabs('lease');
  const held = await one.tryAcquire('batch');
  clock.time += LEASE_MS + 1;
  expect(await held?.confirm()).toBe(false);
});

it('D15 a page holds a lock while it opens the database, so that it is not kept frozen in it', async () => {
  const locks = new FakeLockManager();
  const open = batchDatabase(locks, 'opened');
  const opening = open();
  expect((await locks.query()).held).toEqual([{ name: 'opened is opened' }]);
  expect((await opening).name).toBe('opened');
  await settle();
  expect((await locks.query()).held).toEqual([]);
});

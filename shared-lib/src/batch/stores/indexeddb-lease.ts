import type { BatchClock, BatchLock, HeldLock } from '../engine/index.ts';
import type { BatchDatabase } from './batch-database.ts';

/** A lease that is not renewed for this long is free: its page was killed, or the computer slept. */
export const LEASE_MS = 30_000;
const RENEW_MS = 5_000;
/** Closer than this to its end, a lease is renewed before anything is sent. */
const SURE_MS = 10_000;
const CHECK_MS = 3_000;

type Clock = Pick<BatchClock, 'now' | 'delay'>;

/** One try to get or renew a lease, in one transaction: only one tab gets it. Returns its end, or null. */
async function claim(database: BatchDatabase, name: string, holder: string, now: number): Promise<number | null> {
  const transaction = database.transaction('leases', 'readwrite');
  const lease = await transaction.store.get(name);
  const isFree = !lease || lease.holder === holder || lease.until <= now;
  const until = now + LEASE_MS;
  if (isFree) await transaction.store.put({ name, holder, until });
  await transaction.done;
  return isFree ? until : null;
}

class Lease implements HeldLock {
  #lost = false;
  #cancelRenewal: () => void = () => undefined;

  constructor(
    private readonly open: () => Promise<BatchDatabase>,
    private readonly clock: Clock,
    private readonly onFailure: (error: unknown) => void,
    private readonly name: string,
    private readonly holder: string,
    private until: number,
  ) {
    this.#renewLater();
  }

  confirm(): boolean | Promise<boolean> {
    if (this.#lost) return false;
    return this.until - this.clock.now() > SURE_MS ? true : this.#renew();
  }

  release(): void {
    this.#cancelRenewal();
    if (this.#lost) return;
    this.#lost = true;
    this.#giveBack().catch(this.onFailure);
  }

  async #giveBack(): Promise<void> {
    const transaction = (await this.open()).transaction('leases', 'readwrite');
    const lease = await transaction.store.get(this.name);
    if (lease?.holder === this.holder) await transaction.store.delete(this.name);
    await transaction.done;
  }

  async #renew(): Promise<boolean> {
    if (this.#lost) return false;
    // Another tab may have had the expired lease meanwhile, so it is lost even if free again.
    if (this.until <= this.clock.now()) this.#lost = true;
    else await this.#claimAgain();
    return !this.#lost && this.until > this.clock.now();
  }

  async #claimAgain(): Promise<void> {
    try {
      const until = await claim(await this.open(), this.name, this.holder, this.clock.now());
      if (until === null) this.#lost = true;
      else this.until = until;
    } catch (error) {
      // The lease is valid until its end; it is renewed again before that.
      this.onFailure(error);
    }
  }

  #renewLater(): void {
    this.#cancelRenewal = this.clock.delay(RENEW_MS, () => {
      this.#renew().then(() => {
        if (!this.#lost) this.#renewLater();
      }, this.onFailure);
    });
  }
}

/**
 * A lock for pages without Web Locks, as on plain http (D9b): a lease in IndexedDB, renewed while its page lives. A
 * killed page's lease ends after {@link LEASE_MS}. A page that slept past the end notices before it sends again.
 */
export function indexedDbLease(
  open: () => Promise<BatchDatabase>,
  clock: Clock,
  newHolder: () => string,
  onFailure: (error: unknown) => void,
): BatchLock {
  const tryAcquire: BatchLock['tryAcquire'] = async (name) => {
    const holder = newHolder();
    const until = await claim(await open(), name, holder, clock.now());
    return until === null ? null : new Lease(open, clock, onFailure, name, holder, until);
  };
  return {
    tryAcquire,
    acquire(name, callback) {
      let isWanted = true;
      let cancel: () => void = () => undefined;
      const check = async (): Promise<void> => {
        const held = await tryAcquire(name);
        if (held === null) lookLater();
        else if (isWanted) callback(held);
        else held.release();
      };
      const lookLater = (): void => {
        if (isWanted) cancel = clock.delay(CHECK_MS, () => void check().catch(onFailure));
      };
      lookLater();
      return () => {
        isWanted = false;
        cancel();
      };
    },
  };
}

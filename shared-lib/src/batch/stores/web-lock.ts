import type { BatchLock, HeldLock } from '../engine/index.ts';

/** Web Locks (D16): the browser frees a lock when its page is gone, however it went. */
export function webLock(locks: LockManager, onFailure: (error: unknown) => void): BatchLock {
  return {
    tryAcquire: (name) =>
      new Promise((resolve, reject) => {
        const held = (lock: Lock | null): Promise<void> | null => {
          if (!lock) {
            resolve(null);
            return null;
          }
          return new Promise<void>((release) => resolve({ confirm: () => true, release } satisfies HeldLock));
        };
        locks.request(name, { ifAvailable: true }, held).catch(reject);
      }),
    whenFree(name, callback) {
      const controller = new AbortController();
      // Having had the lock for a moment is all that is asked: whoever wants it takes it then.
      locks
        .request(name, { signal: controller.signal }, () => undefined)
        .then(callback, (error: unknown) => {
          if (!controller.signal.aborted) onFailure(error);
        });
      return () => controller.abort();
    },
    acquire(name, callback) {
      const controller = new AbortController();
      const held = (): Promise<void> =>
        new Promise((release) => callback({ confirm: () => true, release } satisfies HeldLock));
      locks.request(name, { signal: controller.signal }, held).catch((error: unknown) => {
        if (!controller.signal.aborted) onFailure(error);
      });
      return () => controller.abort();
    },
  };
}

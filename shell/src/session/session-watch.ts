import type { createStore } from 'jotai';
import { createSubject } from '@device-console/shared-lib/console/host';
import {
  endSessionAtom,
  holdSessionAtom,
  noteClockOffsetAtom,
  usableSessionAtom,
  watchExpiry,
  type ClockPort,
  type MeasureOffset,
  type SessionHold,
} from '@device-console/shared-lib/session/host';
import type { BatchHolder } from '../batches/use-batches.ts';

/** Milliseconds before its end. */
const WARNING_MS = 5 * 60_000;

/** Milliseconds before its end when running batches are paused: later items would be refused. */
const PAUSING_MS = 60_000;

export type SessionWatch = ReturnType<typeof createSessionWatch>;

interface SessionWatchOptions {
  readonly store: ReturnType<typeof createStore>;
  readonly clock: ClockPort;
  readonly batches: BatchHolder;
  /** Absent before a legacy back end, whose expiry goes by this computer's clock (D1a). */
  readonly measureOffset?: MeasureOffset | undefined;
}

/** Watches every session from now on: warns, pauses, ends or holds it (S4, D9a), and continues after a login. */
export function createSessionWatch({ store, clock, batches, measureOffset }: SessionWatchOptions) {
  const { subscribe, getSnapshot: isExpiring, set: setExpiring } = createSubject<boolean>(false);
  let token: string | null = null;
  let isPaused = false;

  const show = (expiring: boolean): void => {
    if (expiring !== isExpiring()) setExpiring(expiring);
  };
  const hasBatch = (): boolean => {
    const email = store.get(usableSessionAtom)?.email;
    return (
      batches
        .current()
        ?.getSnapshot()
        .some(({ operator }) => operator === email) ?? false
    );
  };
  const over = (reason: SessionHold): void => store.set(hasBatch() ? holdSessionAtom : endSessionAtom, reason);
  const onTick = (remaining: number): void => {
    show(remaining > 0 && remaining <= WARNING_MS);
    if (remaining > PAUSING_MS || isPaused) return;
    // Once per session: an operator who continues anyway is not paused every second.
    isPaused = true;
    batches.current()?.pauseAll('session-expiring');
  };
  let stopWatching = (): void => undefined;

  const follow = (): void => {
    const session = store.get(usableSessionAtom);
    if ((session?.token ?? null) === token) return;
    token = session?.token ?? null;
    isPaused = false;
    show(false);
    stopWatching();
    if (!session) return;
    stopWatching = watchExpiry(session, {
      clock,
      onTick,
      onExpired: () => over('expired'),
      measureOffset,
      onOffset: (offset) => store.set(noteClockOffsetAtom, offset),
    });
    batches.current()?.signedIn(session.email);
  };
  store.sub(usableSessionAtom, follow);
  follow();

  return {
    /** True in the last five minutes of a session. */
    isExpiring,
    subscribe,
    /** A page with a batch under way waits for a login in place; others go to login (D9a, S4, S8). */
    over,
    /** The server refused a call of a batch: with a batch under way the page waits (D11). */
    batchRefused: (): void => {
      if (batches.current()?.hasActive()) store.set(holdSessionAtom, 'authorization-failed');
    },
  };
}

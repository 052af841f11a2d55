import type { BatchManager } from '@device-console/shared-lib/batch';
import type { CommandId } from '@device-console/shared-lib/contract';
import { whenHeld } from '../common/holder.ts';
import { after } from '../common/timeout.ts';
import { type BatchHolder, isSending } from './use-batches.ts';
import type { BatchNotice } from './batch-notice.ts';

/** Milliseconds for other tabs to answer. Background tabs answer at once: only their timers are slowed. */
export const ANSWER_MS = 1_000;

/** A tab has begun a batch, and has its lock. */
interface Began {
  readonly began: { readonly operator: string; readonly command: CommandId };
}

type TabMessage = 'who-sends' | 'sending' | 'pause' | BatchNotice | Began;

/** Another tab may run another release: what it names and is no command here concerns no screen of this tab. */
const isBegan = (message: unknown): message is Began =>
  typeof message === 'object' && message !== null && 'began' in message;

/** The batches in this browser's other tabs (D9a). */
export type OtherTabs = ReturnType<typeof createOtherTabs>;

/** Works on plain http too (D9b). */
export function createOtherTabs(batches: BatchHolder) {
  // Reaches all other tabs of this browser, never its own.
  const channel = new BroadcastChannel('device-console-batches');
  const post = (message: TabMessage): void => channel.postMessage(message);
  const subscribe = (listener: (message: unknown) => void): (() => void) => {
    const onMessage = ({ data }: MessageEvent<unknown>): void => listener(data);
    channel.addEventListener('message', onMessage);
    return () => channel.removeEventListener('message', onMessage);
  };
  subscribe((message) => {
    const manager = batches.current();
    if (message === 'who-sends' && manager?.getSnapshot().some(isSending)) post('sending');
    else if (message === 'pause') manager?.pauseAll('operator');
    else if (isBegan(message)) manager?.beganElsewhere(message.began.operator, message.began.command);
  });
  tellBegun(batches, (began) => post({ began }));
  return {
    /** Asks repeatedly whether another tab sends. The returned function stops it. */
    watchSending: (onAnswer: (isOneSending: boolean) => void): (() => void) => {
      let isOneSending = false;
      let isStopped = false;
      let cancel = (): void => undefined;
      const stopListening = subscribe((message) => {
        if (message !== 'sending') return;
        isOneSending = true;
        onAnswer(true);
      });
      const ask = (): void => {
        if (isStopped) return;
        isOneSending = false;
        post('who-sends');
        cancel = after(ANSWER_MS, () => {
          if (!isOneSending) onAnswer(false);
          ask();
        });
      };
      mayRun().then((may) => {
        if (may) ask();
        else if (!isStopped) onAnswer(false);
      }, ask);
      return () => {
        isStopped = true;
        stopListening();
        cancel();
      };
    },
    /** `watchSending` reports when they have. */
    pauseAll: (): void => post('pause'),
    notify: (notice: BatchNotice): void => post(notice),
    /** Messages of other tabs, such as notices. Returns an unsubscribe function. */
    onNotice: subscribe,
  };
}

/** Calls `tell` for each batch that this tab begins. */
function tellBegun(batches: BatchHolder, tell: (began: Began['began']) => void): void {
  let known = new Set<string>();
  const look = (manager: BatchManager): void => {
    const active = manager.getSnapshot();
    const names = new Set(active.map(({ operator, command }) => `${operator} ${command}`));
    for (const { operator, command } of active) if (!known.has(`${operator} ${command}`)) tell({ operator, command });
    known = names;
  };
  whenHeld(batches, (manager) => {
    look(manager);
    return manager.subscribe(() => look(manager));
  });
}

/**
 * False if certainly no tab has a batch: there is no need to wait for answers. True if any tab of this browser holds a
 * batch lock (D9b, D16), or if that is unknown, without Web Locks.
 */
async function mayRun(): Promise<boolean> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name?.startsWith('batch:'));
}

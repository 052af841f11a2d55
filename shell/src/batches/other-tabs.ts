import type { BatchNotice } from './batch-notice.ts';
import type { BatchHolder } from './batch-holder.ts';
import { isSending } from './use-batches.ts';

/** How long other tabs have to answer. Background tabs also answer at once: only their timers are slowed. */
export const ANSWER_MS = 1_000;

type TabMessage = 'who-sends' | 'sending' | 'pause' | BatchNotice;

/** Reaches all other tabs of this browser, never its own. */
export interface TabChannel {
  readonly post: (message: TabMessage) => void;
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** The batches that run in the other tabs of this browser (D9a). */
export interface OtherTabs {
  /** Asks the other tabs repeatedly and reports whether one of them sends. The returned function stops it. */
  readonly watchSending: (onAnswer: (isOneSending: boolean) => void) => () => void;
  /** Asks the other tabs to pause their batches; {@link watchSending} reports when they have. */
  readonly pauseAll: () => void;
  readonly tell: (notice: BatchNotice) => void;
  /** Listens to what the other tabs send, such as notices. Returns an unsubscribe function. */
  readonly onTold: (listener: (message: unknown) => void) => () => void;
}

interface OtherTabsOptions {
  readonly channel: TabChannel;
  readonly batches: BatchHolder;
  /** False if certainly no tab has a batch; then there is no need to wait for answers. */
  readonly mayRun: () => Promise<boolean>;
  /** Calls back once after this many milliseconds; the returned function cancels it. */
  readonly delay: (milliseconds: number, callback: () => void) => () => void;
}

export function createOtherTabs({ channel, batches, mayRun, delay }: OtherTabsOptions): OtherTabs {
  channel.subscribe((message) => {
    const manager = batches.current();
    if (message === 'who-sends' && manager?.getSnapshot().some(isSending)) channel.post('sending');
    else if (message === 'pause') manager?.pauseAll('operator');
  });
  return {
    watchSending: (onAnswer) => {
      let isOneSending = false;
      let isStopped = false;
      let cancel = (): void => undefined;
      const stopListening = channel.subscribe((message) => {
        if (message !== 'sending') return;
        isOneSending = true;
        onAnswer(true);
      });
      const ask = (): void => {
        if (isStopped) return;
        isOneSending = false;
        channel.post('who-sends');
        cancel = delay(ANSWER_MS, () => {
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
    pauseAll: () => channel.post('pause'),
    tell: channel.post,
    onTold: channel.subscribe,
  };
}

/**
 * Whether any tab of this browser holds a batch lock (D9b, D16). Unknown without Web Locks, so it answers true then.
 */
export async function browserMayRun(): Promise<boolean> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name?.startsWith('batch:'));
}

/** The browser's channel between the tabs of one origin; plain http has it too (D9b). */
export function browserTabChannel(): TabChannel {
  const channel = new BroadcastChannel('device-console-batches');
  return {
    post: (message) => channel.postMessage(message),
    subscribe: (listener) => {
      const onMessage = ({ data }: MessageEvent<unknown>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}

import { type BatchHolder, isSending } from './use-batches.ts';
import type { BatchNotice } from './batch-notice.ts';

/** Milliseconds for other tabs to answer. Background tabs answer at once: only their timers are slowed. */
export const ANSWER_MS = 1_000;

type TabMessage = 'who-sends' | 'sending' | 'pause' | BatchNotice;

/** Reaches all other tabs of this browser, never its own. */
export interface TabChannel {
  readonly post: (message: TabMessage) => void;
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** The batches in this browser's other tabs (D9a). */
export interface OtherTabs {
  /** Asks repeatedly whether another tab sends. The returned function stops it. */
  readonly watchSending: (onAnswer: (isOneSending: boolean) => void) => () => void;
  /** {@link watchSending} reports when they have. */
  readonly pauseAll: () => void;
  readonly tell: (notice: BatchNotice) => void;
  /** Messages of other tabs, such as notices. Returns an unsubscribe function. */
  readonly onTold: (listener: (message: unknown) => void) => () => void;
}

interface OtherTabsOptions {
  readonly channel: TabChannel;
  readonly batches: BatchHolder;
  /** False if certainly no tab has a batch: there is no need to wait for answers. */
  readonly mayRun: () => Promise<boolean>;
  /** Calls back once; the returned function cancels it. */
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

/** True if any tab of this browser holds a batch lock (D9b, D16), or if that is unknown, without Web Locks. */
export async function browserMayRun(): Promise<boolean> {
  const { locks } = navigator as { readonly locks?: LockManager };
  if (!locks) return true;
  const { held = [] } = await locks.query();
  return held.some(({ name }) => name?.startsWith('batch:'));
}

/** Works on plain http too (D9b). */
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

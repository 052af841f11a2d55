import type { BatchNotice } from './batch-notice.ts';
import type { BatchHolder } from './batch-holder.ts';
import { isSending } from './use-batches.ts';

/** How long the tabs have to answer. A tab in the background still answers at once; only its timers are slowed. */
export const ANSWER_MS = 1_000;

type TabMessage = 'who-sends' | 'sending' | 'pause' | BatchNotice;

/** Reaches all other tabs of this browser, and never the own one. */
export interface TabChannel {
  readonly post: (message: TabMessage) => void;
  readonly subscribe: (listener: (message: unknown) => void) => () => void;
}

/** The batches that run in the other tabs of this browser (D9a). */
export interface OtherTabs {
  /** Asks them again and again, and tells whether one of them sends; the function given back stops it. */
  readonly watchSending: (onAnswer: (isOneSending: boolean) => void) => () => void;
  /** Asks them to pause their batches; {@link watchSending} tells when they have. */
  readonly pauseAll: () => void;
  readonly tell: (notice: BatchNotice) => void;
  /** Hears what they send, notices among it; returns an unsubscribe function. */
  readonly onTold: (listener: (message: unknown) => void) => () => void;
}

interface OtherTabsOptions {
  readonly channel: TabChannel;
  readonly batches: BatchHolder;
  /** False when it is certain that no tab has a batch, which spares the wait for answers. */
  readonly mayRun: () => Promise<boolean>;
  /** Calls once after so many milliseconds; the function given back calls it off. */
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

/** Whether any tab of this browser has the lock of a batch; without Web Locks nobody knows, so it may be (D9b, D16). */
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

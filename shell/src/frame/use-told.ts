import { useEffect, useEffectEvent, useState } from 'react';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import type { BatchHolder } from '../batches/use-batches.ts';
import { type BatchNotice, isBatchNotice } from '../batches/batch-notice.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { type Command, commandById, type CommandId } from '@device-console/shared-lib/contract';
import { formatCount } from '@device-console/shared-lib/console';
import { t } from '../t.ts';
import type { ActiveBatch, BatchManager, BatchRunner, BatchState } from '@device-console/shared-lib/batch';

const KEPT = 20;

export type Told = ReturnType<typeof useTold>;

interface ToldOptions {
  readonly operator: string;
  readonly batches: BatchHolder;
  readonly otherTabs: Pick<OtherTabs, 'tell' | 'onTold'>;
  /** True if this command's own screen is shown: no toast is needed. */
  readonly isShown: (screen: string) => boolean;
}

/** Listens to events of the operator's batches in this and other tabs, and sends its own to the others (F6). */
export function useTold({ operator, batches, otherTabs, isShown }: ToldOptions) {
  const [notices, setNotices] = useState<readonly BatchNotice[]>([]);
  const [toastIds, setToastIds] = useState<readonly string[]>([]);
  const [readIds, setReadIds] = useState<readonly string[]>([]);
  const take = useEffectEvent((notice: BatchNotice): void => {
    if (notice.operator !== operator) return;
    setNotices((before) => [notice, ...before].slice(0, KEPT));
    if (document.visibilityState === 'hidden') notifyOutside(notice);
    if (isShown(noticeTexts(notice).screen)) setReadIds((before) => [...before, notice.id]);
    else setToastIds((before) => [...before, notice.id]);
  });
  useEffect(() => otherTabs.onTold((message) => isBatchNotice(message) && take(message)), [otherTabs]);
  useEffect(() => {
    let stop = (): void => undefined;
    const begin = (): void => {
      const manager = batches.current();
      stop();
      if (!manager) return;
      stop = watchBatches(manager, (event) => {
        const notice = noticeOf(event, newTransactionId(), Date.now());
        take(notice);
        otherTabs.tell(notice);
      });
    };
    begin();
    const leave = batches.subscribe(begin);
    return () => {
      leave();
      stop();
    };
  }, [batches, otherTabs]);
  return {
    /** The newest first. */
    notices,
    toasts: notices.filter(({ id }) => toastIds.includes(id)),
    unread: notices.filter(({ id }) => !readIds.includes(id)).length,
    markRead: () => setReadIds(notices.map(({ id }) => id)),
    dismiss: (dismissed: string) => setToastIds((before) => before.filter((id) => id !== dismissed)),
  };
}

/** Works only if the operator has turned them on. */
function notifyOutside(notice: BatchNotice): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { title, text } = noticeTexts(notice);
  const shown = new Notification(title, { body: text, tag: notice.command });
  shown.addEventListener('click', () => window.focus());
}

function noticeOf({ operator, command, state }: BatchEvent, id: string, at: number): BatchNotice {
  const { found = 0, notFound = 0 } = state.batch?.summary ?? {};
  const message = state.status === 'finished' ? '' : state.message;
  return { id, operator, command, at, kind: state.status, found, notFound, message };
}

export function noticeTexts({ command, kind, found, notFound, message }: BatchNotice) {
  const { title, screen } = commandById(command);
  const name = t.known(title);
  const counts = t('{found} found, {notFound} not found', {
    found: formatCount(found),
    notFound: formatCount(notFound),
  });
  return {
    screen,
    name,
    title: titles[kind](name),
    text: message === '' ? counts : message,
    tone: tones[kind],
  };
}

const titles = {
  finished: (command: string) => t('{command} is done', { command }),
  failed: (command: string) => t('{command} has failed', { command }),
  paused: (command: string) => t('{command} is paused', { command }),
} as const;
const tones = { finished: 'success', failed: 'danger', paused: 'warning' } as const;

/** A batch of this tab has ended, or has paused by itself. */
export interface BatchEvent {
  readonly operator: string;
  readonly command: CommandId;
  readonly state: Extract<BatchState, { readonly status: 'finished' | 'failed' | 'paused' }>;
}

export interface WatchedBatches extends Pick<BatchManager, 'subscribe' | 'getSnapshot'> {
  readonly runnerFor: (operator: string, command: Command) => Pick<BatchRunner, 'getSnapshot'>;
}

const isPausedByItself = ({ state }: ActiveBatch): boolean =>
  state.status === 'paused' && state.why !== 'operator' && state.why !== 'turn';

/** Calls back once for each batch that is done, has failed or is paused. Returns an unsubscribe function. */
export function watchBatches(batches: WatchedBatches, onEvent: (event: BatchEvent) => void): () => void {
  let before = batches.getSnapshot();
  return batches.subscribe(() => {
    const now = batches.getSnapshot();
    const past = before;
    before = now;
    const sameAs =
      ({ operator, command }: ActiveBatch) =>
      (other: ActiveBatch) =>
        other.operator === operator && other.command === command;
    for (const batch of past.filter((one) => !now.some(sameAs(one)))) {
      const { operator, command } = batch;
      const state = batches.runnerFor(operator, commandById(command)).getSnapshot();
      if (state.status === 'finished' || state.status === 'failed') onEvent({ operator, command, state });
    }
    for (const batch of now.filter(isPausedByItself)) {
      const earlier = past.find(sameAs(batch));
      const { operator, command, state } = batch;
      if (state.status === 'paused' && earlier && !isPausedByItself(earlier)) onEvent({ operator, command, state });
    }
  });
}

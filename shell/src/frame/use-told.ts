import { useEffect, useEffectEvent, useState } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { titleBefore } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { isBatchNotice, type BatchNotice } from '../batches/batch-notice.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { watchBatches } from './batch-events.ts';
import { shareDone } from './batch-ring.tsx';
import { noticeOf, noticeTexts } from './describe-notice.ts';
import { toldMessages } from './told-messages.ts';
import { t } from '../t.ts';

/** So many notices are kept. */
const KEPT = 20;

/** What has been told since this page was opened. */
export interface Told {
  /** The newest first. */
  readonly notices: readonly BatchNotice[];
  /** Those that are shown in a corner of the window. */
  readonly toasts: readonly BatchNotice[];
  readonly unread: number;
  readonly markRead: () => void;
  readonly dismiss: (id: string) => void;
}

interface ToldOptions {
  readonly operator: string;
  readonly batches: BatchHolder;
  readonly otherTabs: Pick<OtherTabs, 'tell' | 'onTold'>;
  /** Whether this command's own screen is shown, which says it all. */
  readonly isShown: (screen: string) => boolean;
}

/** Hears what becomes of the operator's batches, in this tab and in the others, and tells them of its own (F6). */
export function useTold({ operator, batches, otherTabs, isShown }: ToldOptions): Told {
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
    notices,
    toasts: notices.filter(({ id }) => toastIds.includes(id)),
    unread: notices.filter(({ id }) => !readIds.includes(id)).length,
    markRead: () => setReadIds(notices.map(({ id }) => id)),
    dismiss: (dismissed) => setToastIds((before) => before.filter((id) => id !== dismissed)),
  };
}

/** By the browser, if the operator has asked for it. */
function notifyOutside(notice: BatchNotice): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { title, text } = noticeTexts(notice);
  const shown = new Notification(title, { body: text, tag: notice.command });
  shown.addEventListener('click', () => window.focus());
}

const endTitles = {
  finished: toldMessages.titleDone,
  failed: toldMessages.titleFailed,
  paused: toldMessages.titlePaused,
} as const;

/** The titles of pages begin with how far the batches are, and with their end until somebody looks at the page. */
export function useTitleOfBatches(active: readonly ActiveBatch[], newest: BatchNotice | undefined): void {
  const [seen, setSeen] = useState<string | undefined>(undefined);
  const id = newest?.id;
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') setSeen(id);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id]);
  const isPaused = active.every(({ state }) => state.status === 'paused');
  const percent = toldMessages.titleProgress(String(Math.floor(shareDone(active) * 100)));
  const running = [isPaused ? toldMessages.titlePaused : percent, active.map(({ title }) => t.known(title)).join(', ')];
  const ended = newest && newest.id !== seen ? [endTitles[newest.kind], noticeTexts(newest).name] : ['', ''];
  const [state = '', name = ''] = active.length > 0 ? running : ended;
  useEffect(() => titleBefore(...[state, name].filter((part) => part !== '')), [state, name]);
  useEffect(() => () => titleBefore(), []);
}

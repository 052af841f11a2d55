import { useEffect, useEffectEvent, useState } from 'react';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { isBatchNotice, type BatchNotice } from '../batches/batch-notice.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { watchBatches } from './batch-events.ts';
import { noticeOf, noticeTexts } from './describe-notice.ts';

const KEPT = 20;

export interface Told {
  /** The newest first. */
  readonly notices: readonly BatchNotice[];
  readonly toasts: readonly BatchNotice[];
  readonly unread: number;
  readonly markRead: () => void;
  readonly dismiss: (id: string) => void;
}

interface ToldOptions {
  readonly operator: string;
  readonly batches: BatchHolder;
  readonly otherTabs: Pick<OtherTabs, 'tell' | 'onTold'>;
  /** True if this command's own screen is shown: no toast is needed. */
  readonly isShown: (screen: string) => boolean;
}

/** Listens to events of the operator's batches in this and other tabs, and sends its own to the others (F6). */
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

/** Works only if the operator has turned them on. */
function notifyOutside(notice: BatchNotice): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { title, text } = noticeTexts(notice);
  const shown = new Notification(title, { body: text, tag: notice.command });
  shown.addEventListener('click', () => window.focus());
}

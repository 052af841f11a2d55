import { useEffect, useEffectEvent, useState } from 'react';
import { type Sent, useSends } from '@device-console/shared-lib/console';
import { commandList } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import type { BatchHolder } from '../batches/use-batches.ts';
import { type BatchNotice, isBatchNotice } from '../batches/batch-notice.ts';
import { whenHeld } from '../common/holder.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { type ConsoleNotice, noticeTexts, type SendNotice, whyUndone } from './describe-notice.ts';
import { t } from '../t.ts';
import { type BatchEvent, watchBatches } from './watch-batches.ts';
import { watchSends } from './watch-sends.ts';

const KEPT = 20;

export type Notices = ReturnType<typeof useNotices>;

interface NoticesOptions {
  readonly operator: string;
  readonly batches: BatchHolder;
  readonly otherTabs: Pick<OtherTabs, 'notify' | 'onNotice'>;
  /** True if this command's own screen is shown: no toast is needed. */
  readonly isShown: (screen: string) => boolean;
}

/**
 * Listens to events of the operator's batches in this and other tabs, and sends its own to the others; and to single
 * commands of this tab that were not done, as it turns out where nobody sees it (F6, D12).
 */
export function useNotices({ operator, batches, otherTabs, isShown }: NoticesOptions) {
  const [notices, setNotices] = useState<readonly ConsoleNotice[]>([]);
  const [toastIds, setToastIds] = useState<readonly string[]>([]);
  const [readIds, setReadIds] = useState<readonly string[]>([]);
  const take = useEffectEvent((notice: BatchNotice): void => {
    if (notice.operator !== operator) return;
    setNotices((before) => [notice, ...before].slice(0, KEPT));
    if (isShown(noticeTexts(notice).screen)) setReadIds((before) => [...before, notice.id]);
    else setToastIds((before) => [...before, notice.id]);
  });
  const sends = useSends();
  const toasts = notices.filter(({ id }) => toastIds.includes(id));
  /** One notice a command, as long as its toast is there. */
  const takeUndone = useEffectEvent((sent: Sent): void => {
    const notice = noticeOfSent(sent, operator);
    if (!notice) return;
    const open = toasts.find((one) => one.kind === 'undone' && one.command === notice.command);
    const { id, count } = open?.kind === 'undone' ? open : { id: notice.id, count: 0 };
    const next = { ...notice, id, count: count + 1 };
    setNotices((before) => [next, ...before.filter((one) => one.id !== id)].slice(0, KEPT));
    setReadIds((before) => before.filter((one) => one !== id));
    setToastIds((before) => [...new Set([...before, id])]);
  });
  useEffect(() => watchSends(sends, (sent) => takeUndone(sent)), [sends]);
  useEffect(() => otherTabs.onNotice((message) => isBatchNotice(message) && take(message)), [otherTabs]);
  useEffect(
    () =>
      whenHeld(batches, (manager) =>
        watchBatches(manager, (event) => {
          const notice = noticeOf(event, newTransactionId(), Date.now());
          take(notice);
          otherTabs.notify(notice);
        }),
      ),
    [batches, otherTabs],
  );
  return {
    /** The newest first. */
    notices,
    toasts,
    unread: notices.filter(({ id }) => !readIds.includes(id)).length,
    markRead: () => setReadIds(notices.map(({ id }) => id)),
    dismiss: (dismissed: string) => setToastIds((before) => before.filter((id) => id !== dismissed)),
  };
}

/** Messages that are the server's own sentence. Others name calls, for support. */
const refusals: ReadonlySet<string> = new Set(['report', 'forbidden', 'throttled']);

/** Why a batch is paused or has failed, for the operator; '' if its counts say more. */
function messageOf(state: BatchEvent['state']): string {
  if (state.status === 'finished') return '';
  if (state.status === 'failed' || refusals.has(state.why)) return state.message;
  return state.why === 'network' ? t('The server does not answer. The batch continues automatically.') : '';
}

function noticeOfSent(sent: Sent, operator: string): SendNotice | null {
  const command = commandList.find(({ id }) => id === sent.about?.command)?.id;
  if (!sent.about || !command) return null;
  const { target } = sent.about;
  return {
    kind: 'undone',
    id: newTransactionId(),
    operator,
    command,
    at: Date.now(),
    count: 1,
    target,
    message: whyUndone(sent),
  };
}

function noticeOf({ operator, command, state }: BatchEvent, id: string, at: number): BatchNotice {
  const { found = 0, notFound = 0 } = state.batch?.summary ?? {};
  return { id, operator, command, at, kind: state.status, found, notFound, message: messageOf(state) };
}

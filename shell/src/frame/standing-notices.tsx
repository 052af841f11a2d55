import { type ReactNode, useEffect, useState } from 'react';
import { sentences } from '@device-console/shared-lib/contract';
import type { RegistryNotice } from '@device-console/shared-lib/trust';
import { Notice } from '@device-console/shared-lib/ui';
import { titleBefore } from '@device-console/shared-lib/ui/host';
import type { RegistryState } from '../remotes/registry-store.ts';
import { BlockedStorageNotice } from '../common/blocked-storage.tsx';
import { isStorageBlocked } from '../common/is-storage-blocked.ts';
import { t } from '../t.ts';
import { type BatchHolder, useOwnBatches } from '../batches/use-batches.ts';
import type { BatchNotice } from '../batches/batch-notice.ts';
import { shareDone } from './batch-ring.tsx';
import { noticeTexts } from './use-told.ts';

const nothing = { problems: [], refused: [] } as const;

const noticeTitles: Readonly<Record<RegistryNotice['about'], (id: string) => string>> = {
  names: (id) => t('Part of {id} is not shown', { id }),
  expiry: (id) => t('{id} is past its date', { id }),
};

interface StandingNoticesProps {
  readonly registry: RegistryState;
  readonly notices: readonly RegistryNotice[];
}

/** Problems of this console, on every screen (D9b, D22, D25). */
export function StandingNotices({ registry, notices }: StandingNoticesProps): ReactNode {
  const { problems, refused } = registry.status === 'ready' ? registry.registry : nothing;
  const unread = registry.status === 'ready' ? registry.unread : undefined;
  const told = [
    !window.isSecureContext && {
      title: t('This connection is not protected'),
      text: t('The console was opened over plain http. Ask your administrator for an https address.'),
    },
    unread !== undefined && {
      title: t('The list of screens could not be loaded'),
      text: t('Screens are those that this browser accepted before. Reload the page later. Reason: {reason}', {
        reason: unread,
      }),
    },
    ...problems.map(({ id, message }) => ({
      title: t('Screens of {id} are missing', { id }),
      text: sentences(`${id}: ${message}`),
    })),
    ...notices.map(({ id, about, message }) => ({
      title: noticeTitles[about](id),
      text: sentences(`${id}: ${message}`),
    })),
    ...refused.map(({ id, message, version }) => ({
      title: t('{id} stays at version {version}', { id, version }),
      text: sentences(
        `${id}: ${message}`,
        t('Its screens keep using the version accepted before. Tell your administrator.'),
      ),
    })),
  ];
  return (
    <>
      {isStorageBlocked() && <BlockedStorageNotice />}
      {told.map(
        (one, index) =>
          one && (
            <Notice key={index} tone="warning" announce="off" title={one.title}>
              {one.text}
            </Notice>
          ),
      )}
    </>
  );
}

const endTitles = {
  finished: t('Done'),
  failed: t('Failed'),
  paused: t('Paused'),
} as const;

interface TitleOfBatchesProps {
  readonly batches: BatchHolder;
  readonly newest: BatchNotice | undefined;
}

/** Page titles begin with the batches' progress, and with their end until the operator looks at the page. */
export function TitleOfBatches({ batches, newest }: TitleOfBatchesProps): ReactNode {
  const active = useOwnBatches(batches);
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
  const percent = `${String(Math.floor(shareDone(active) * 100))} %`;
  const running = [isPaused ? t('Paused') : percent, active.map(({ title }) => t.known(title)).join(', ')];
  const ended = newest && newest.id !== seen ? [endTitles[newest.kind], noticeTexts(newest).name] : ['', ''];
  const [state = '', name = ''] = active.length > 0 ? running : ended;
  useEffect(() => titleBefore(...[state, name].filter((part) => part !== '')), [state, name]);
  useEffect(() => () => titleBefore(), []);
  return null;
}

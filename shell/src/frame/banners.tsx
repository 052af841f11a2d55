import type { ReactNode } from 'react';
import { sentences } from '@device-console/shared-lib/contract';
import type { RegistryNotice } from '@device-console/shared-lib/trust';
import { Notice } from '@device-console/shared-lib/ui';
import type { RegistryState } from '../remotes/registry-store.ts';
import { BlockedStorageNotice } from '../common/blocked-storage.tsx';
import { isStorageBlocked } from '../common/is-storage-blocked.ts';
import { t } from '../t.ts';

const nothing = { problems: [], refused: [] } as const;

const noticeTitles: Readonly<Record<RegistryNotice['about'], (id: string) => string>> = {
  names: (id) => t('Part of {id} is not shown', { id }),
  expiry: (id) => t('{id} is past its date', { id }),
};

interface BannersProps {
  readonly registry: RegistryState;
  readonly notices: readonly RegistryNotice[];
}

/** Problems of this console, on every screen (D9b, D22, D25). */
export function Banners({ registry, notices }: BannersProps): ReactNode {
  const { problems, refused } = registry.status === 'ready' ? registry.registry : nothing;
  const unread = registry.status === 'ready' ? registry.unread : undefined;
  const shown = [
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
      {shown.map(
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

import type { ReactNode } from 'react';
import type { RegistryNotice } from '@device-console/shared-lib/trust';
import { Notice } from '@device-console/shared-lib/ui';
import type { RegistryState } from '../remotes/registry-store.ts';

const nothing = { problems: [], refused: [] } as const;

const noticeTitles: Readonly<Record<RegistryNotice['about'], (id: string) => string>> = {
  names: (id) => `Part of ${id} is not shown`,
  expiry: (id) => `${id} is past its date`,
};

interface StandingNoticesProps {
  readonly registry: RegistryState;
  readonly notices: readonly RegistryNotice[];
}

/** What is not as it should be with this console, on every screen of it (D9b, D22, D25). */
export function StandingNotices({ registry, notices }: StandingNoticesProps): ReactNode {
  const { problems, refused } = registry.status === 'ready' ? registry.registry : nothing;
  return (
    <>
      {!window.isSecureContext && (
        <Notice tone="warning" announce="off" title="This connection is not protected">
          The console was opened over plain http. Ask your administrator for an https address.
        </Notice>
      )}
      {problems.map(({ id, message }, index) => (
        <Notice key={`${id} ${index}`} tone="warning" announce="off" title={`Screens of ${id} are missing`}>
          {`${id}: ${message}.`}
        </Notice>
      ))}
      {notices.map(({ id, about, message }) => (
        <Notice key={`${id} ${about}`} tone="warning" announce="off" title={noticeTitles[about](id)}>
          {`${id}: ${message}${message.endsWith('.') ? '' : '.'}`}
        </Notice>
      ))}
      {refused.map(({ id, message, version }, index) => (
        <Notice key={`${id} ${index}`} tone="warning" announce="off" title={`${id} stays at version ${version}`}>
          {`${id}: ${message}. Its screens keep using the version accepted before. Tell your administrator.`}
        </Notice>
      ))}
    </>
  );
}

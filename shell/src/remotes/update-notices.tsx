import { useSyncExternalStore, type ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { GuardedButton } from '../common/guarded-button.tsx';
import { remoteTitle, type WaitingUpdate } from '../releases/decide.ts';
import { waitingTexts } from '../releases/waiting-texts.ts';
import type { HostUpdate } from './host-update.ts';
import { t } from '../t.ts';

interface UpdateNoticesProps {
  readonly waiting: readonly WaitingUpdate[];
  readonly hostUpdate: Pick<HostUpdate, 'subscribe' | 'getSnapshot'>;
  readonly shownRemote: string | undefined;
  readonly guard: LeaveGuard;
  readonly onUpdate: () => void;
}

const titles: Readonly<Record<NonNullable<WaitingUpdate['goesBack']>, (title: string, from: string) => string>> = {
  failed: (title, from) => t('{title} {from} failed here', { title, from }),
  ended: (title, from) => t('The preview of {title} {from} is over', { title, from }),
  withdrawn: (title, from) => t('{title} {from} was withdrawn', { title, from }),
};

function titleOf({ id, from, goesBack }: WaitingUpdate): string {
  const title = remoteTitle(id);
  return goesBack ? titles[goesBack](title, from) : t('A new version of {title} is ready', { title });
}

/** New releases that are not in use yet, and what they wait for; before them the console itself, if it is new. */
export function UpdateNotices({ waiting, hostUpdate, shownRemote, guard, onUpdate }: UpdateNoticesProps): ReactNode {
  const isConsoleNew = useSyncExternalStore(hostUpdate.subscribe, hostUpdate.getSnapshot);
  return (
    <>
      {isConsoleNew && (
        <Notice tone="info" title={t('The console itself has another version now')} actions={<Reload guard={guard} />}>
          {t('This page has the one from before, and gets the present one with a reload.')}
        </Notice>
      )}
      {waiting.map((update) => {
        const { id, version, from, waitsFor } = update;
        const warning = (): string | null => (shownRemote === id ? guard.typed() : null);
        return (
          <Notice
            key={`${id} ${version} ${waitsFor}`}
            tone="info"
            title={titleOf(update)}
            actions={
              <>
                {waitsFor === 'next-screen' && (
                  <GuardedButton size="small" label={t('Update now')} warning={warning} onPress={onUpdate} />
                )}
                {waitsFor === 'reload' && <Reload guard={guard} />}
              </>
            }
          >
            {version === from
              ? waitingTexts[waitsFor]
              : t('{version} replaces {from}. {waitsFor}', { version, from, waitsFor: waitingTexts[waitsFor] })}
          </Notice>
        );
      })}
    </>
  );
}

/** Asks first where a batch or what was typed would be lost. */
function Reload({ guard }: Pick<UpdateNoticesProps, 'guard'>): ReactNode {
  return (
    <GuardedButton size="small" label={t('Reload the page')} warning={guard.reasonToStay} onPress={guard.reload} />
  );
}

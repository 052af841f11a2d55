import type { ReactNode } from 'react';
import { Notice } from '@device-console/shared-lib/ui';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { GuardedButton } from '../common/guarded-button.tsx';
import { remoteTitle, type WaitingUpdate } from '../releases/decide.ts';
import { t } from '../t.ts';

interface UpdateNoticesProps {
  readonly waiting: readonly WaitingUpdate[];
  readonly shownRemote: string | undefined;
  readonly guard: LeaveGuard;
  readonly onUpdate: () => void;
}

const texts: Readonly<Record<WaitingUpdate['waitsFor'], string>> = {
  'next-screen': t('It comes with the next screen that you open.'),
  batch: t('It comes after the batch that uses the current version.'),
  reload: t('It is at a new address, which this page can use after a reload.'),
};

const titles: Readonly<Record<NonNullable<WaitingUpdate['goesBack']>, (title: string, from: string) => string>> = {
  failed: (title, from) => t('{title} {from} failed here', { title, from }),
  withdrawn: (title, from) => t('{title} {from} was withdrawn', { title, from }),
};

function titleOf({ id, from, goesBack }: WaitingUpdate): string {
  const title = remoteTitle(id);
  return goesBack ? titles[goesBack](title, from) : t('A new version of {title} is ready', { title });
}

/** New releases that are not in use yet, and what they wait for. */
export function UpdateNotices({ waiting, shownRemote, guard, onUpdate }: UpdateNoticesProps): ReactNode {
  return waiting.map((update) => {
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
            {waitsFor === 'reload' && (
              <GuardedButton
                size="small"
                label={t('Reload the page')}
                warning={guard.reasonToStay}
                onPress={guard.reload}
              />
            )}
          </>
        }
      >
        {version === from
          ? texts[waitsFor]
          : t('{version} replaces {from}. {waitsFor}', { version, from, waitsFor: texts[waitsFor] })}
      </Notice>
    );
  });
}

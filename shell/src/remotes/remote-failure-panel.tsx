import { useState, type ReactNode } from 'react';
import type { DeclaredScreen } from '@device-console/shared-lib/remote/host';
import { Actions, Button, FailureState } from '@device-console/shared-lib/ui';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { GuardedButton } from '../common/guarded-button.tsx';
import type { Release } from '../releases/release.ts';
import type { RemoteLoadError } from '../releases/remote-load-error.ts';
import { declaredTitle } from '../releases/declared-title.ts';
import { t } from '../t.ts';

interface PanelProps {
  readonly release: Release;
  readonly screen: DeclaredScreen;
  readonly error: RemoteLoadError;
  readonly retry: () => Promise<void>;
  /** Retry has failed: a reload may mend what the runtime cannot. */
  readonly offersReload: boolean;
  readonly guard: LeaveGuard;
}

/** Replaces a failed screen: the reason, the team that owns it, and what to do. */
export function RemoteFailurePanel({ release, screen, error, retry, offersReload, guard }: PanelProps): ReactNode {
  const [isRetrying, setRetrying] = useState(false);
  const { version, owner } = release.declaration;
  return (
    <FailureState
      placement="page"
      title={t('{title} cannot be shown', { title: declaredTitle(release.declaration, screen.title) })}
      details={[
        { term: t('Reason'), value: error.reason },
        { term: t('Detail'), value: error.detail },
        { term: t('Remote'), value: release.id },
        { term: t('Version'), value: version },
        { term: t('Owner'), value: owner },
      ]}
      actions={
        <Actions>
          <Button
            isPending={isRetrying}
            onPress={() => {
              setRetrying(true);
              void retry().finally(() => setRetrying(false));
            }}
          >
            {t('Retry')}
          </Button>
          {offersReload && (
            <GuardedButton label={t('Reload the page')} warning={guard.reasonToStay} onPress={guard.reload} />
          )}
        </Actions>
      }
    >
      {t('The rest of the console still works. Retry, and tell the owner named below if the problem persists.')}
    </FailureState>
  );
}

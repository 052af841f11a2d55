import { type ReactNode, useSyncExternalStore } from 'react';
import type { Session } from '@device-console/shared-lib/session';
import { buttonClass } from '@device-console/shared-lib/ui';
import { TopBar } from '@device-console/shared-lib/ui/host';
import type { BatchHolder } from '../batches/batch-holder.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { changeLanguage, LanguageMenu } from '../language/language-menu.tsx';
import type { WaitingUpdate } from '../releases/decide.ts';
import { SearchButton } from '../search/search-button.tsx';
import { AccountPanel } from './account-panel.tsx';
import { BatchRing } from './batch-ring.tsx';
import { NoticeBell } from './notice-bell.tsx';
import { SessionClock } from './session-clock.tsx';
import { SimulatedPhones } from './simulated-phones.tsx';
import type { Told } from './use-told.ts';
import { t } from '../t.ts';
import { useAtomValue } from 'jotai';
import { formatCount, useAddresses } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { commandUseAtom } from '../common/command-use.ts';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import styles from './connection.module.css';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function Connection(): ReactNode {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status" className={styles['connection']}>
      {!isOnline && (
        <span className={styles['lost']}>
          <LineIcon name="connection-lost" size={16} />
          <span>{t('Waiting for the connection')}</span>
        </span>
      )}
    </span>
  );
}

/** Requests waiting for this operator's decision, with a link to them (C15). */
function ApprovalsCount(): ReactNode {
  const { to } = useAddresses();
  const waiting = useAtomValue(commandUseAtom)?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Link className={buttonClass({ size: 'small' })} to={to('approvals')}>
      {t('{count} to approve', { count: formatCount(waiting) })}
    </Link>
  );
}

interface ConsoleTopBarProps {
  readonly session: Session;
  readonly batches: BatchHolder;
  readonly told: Told;
  /** Available, but not in use. */
  readonly waiting: readonly WaitingUpdate[];
  /** The cost of a reload; absent until the remotes' code is loaded. */
  readonly guard: Pick<LeaveGuard, 'reasonToStay' | 'reload'> | undefined;
}

/** Running batches, when the login ends, and the account (S5, D16). */
export function ConsoleTopBar({ session, batches, told, waiting, guard }: ConsoleTopBarProps): ReactNode {
  return (
    <TopBar
      brand={t('Device Console')}
      search={<SearchButton />}
      status={
        <>
          <Connection />
          <ApprovalsCount />
          <BatchRing batches={batches} />
        </>
      }
      mark={<SimulatedPhones />}
      meta={<SessionClock />}
      actions={
        <>
          <NoticeBell told={told} waiting={waiting} />
          <AccountPanel
            session={session}
            language={
              <LanguageMenu
                warning={() => guard?.reasonToStay() ?? null}
                onChoose={(language) => changeLanguage(language, guard)}
              />
            }
          />
        </>
      }
    />
  );
}

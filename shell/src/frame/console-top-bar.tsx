import type { ReactNode } from 'react';
import type { Session } from '@device-console/shared-lib/session';
import { TopBar } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { changeLanguage, LanguageMenu } from '../language/language-menu.tsx';
import type { WaitingUpdate } from '../remotes/release-status.ts';
import { SearchButton } from '../search/search-button.tsx';
import { AccountPanel } from './account-panel.tsx';
import { ApprovalsCount } from './approvals-count.tsx';
import { BatchRing } from './batch-ring.tsx';
import { Connection } from './connection.tsx';
import { NoticeBell } from './notice-bell.tsx';
import { SessionClock } from './session-clock.tsx';
import { SimulatedPhones } from './simulated-phones.tsx';
import type { Told } from './use-told.ts';
import { t } from '../t.ts';

interface ConsoleTopBarProps {
  readonly session: Session;
  readonly batches: BatchHolder;
  readonly told: Told;
  /** Releases that are there but not in use. */
  readonly waiting: readonly WaitingUpdate[];
  /** Knows what loading the page again would cost; absent until the remotes' code is there. */
  readonly guard: Pick<LeaveGuard, 'reasonToStay' | 'reload'> | undefined;
}

/** What stands above every screen: what goes on, until when the login lasts, and whose it is (S5, D16). */
export function ConsoleTopBar({ session, batches, told, waiting, guard }: ConsoleTopBarProps): ReactNode {
  return (
    <TopBar
      brand={t('Device Console')}
      search={<SearchButton />}
      status={
        <>
          <SimulatedPhones />
          <Connection />
          <ApprovalsCount />
          <BatchRing batches={batches} />
        </>
      }
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

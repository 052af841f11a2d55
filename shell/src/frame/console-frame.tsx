import { useEffect, type ReactNode } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { useSession } from '@device-console/shared-lib/console';
import { matchPath, Outlet, useLocation } from '@device-console/shared-lib/router';
import type { Session } from '@device-console/shared-lib/session';
import { AppFrame, TopBar } from '@device-console/shared-lib/ui';
import { navigationFor, type ScreenRoute } from '../navigation/screen-routes.ts';
import { useAppliedPreferences } from '../common/preferences.ts';
import { useSettled } from '../common/use-settled.ts';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { fetchLazyPartsWhenIdle } from '../common/lazy-parts.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { Override } from '../override/override.ts';
import type { OverrideBanner } from '../override/override-banner.tsx';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import type { RemotesState } from '../remotes/remotes-holder.ts';
import type { UpdateNotices } from '../remotes/update-notices.tsx';
import { isSending, useActiveBatches } from '../batches/use-batches.ts';
import { SearchButton } from '../search/search-button.tsx';
import { AccountPanel } from './account-panel.tsx';
import { BatchRing } from './batch-ring.tsx';
import { Connection } from './connection.tsx';
import { frameMessages } from './frame-messages.ts';
import { SessionClock } from './session-clock.tsx';
import { Sidebar, useFoldedMenu } from './sidebar.tsx';
import { StandingNotices } from './standing-notices.tsx';

/** As much of the page's remotes as the frame needs; their components come with their code. */
export interface FrameRemotes {
  readonly guard: LeaveGuard;
  readonly releaseManager: Pick<ReleaseManager, 'applyUpdates'>;
  readonly override: Override;
  readonly OverrideBanner: typeof OverrideBanner;
  readonly Updates: typeof UpdateNotices;
}

interface ConsoleFrameProps {
  readonly routes: readonly ScreenRoute[];
  readonly remotes: RemotesState<FrameRemotes>;
  readonly batches: BatchHolder;
  /** The warning before the session ends, and the login in place. */
  readonly loginNotice: ReactNode;
  /** Fetches a screen ahead, because the operator points at its entry. */
  readonly onIntent: (route: ScreenRoute) => void;
}

/** The frame around every guarded screen: top bar, the operator's sidebar, standing notices (S5, N1, N2). */
export function ConsoleFrame({
  routes,
  remotes: { parts, registry, deployed },
  batches,
  loginNotice,
  onIntent,
}: ConsoleFrameProps): ReactNode {
  const session = useSession();
  const { pathname } = useLocation();
  const active = useActiveBatches(batches).filter(({ operator }) => operator === session.email);
  useEffect(fetchLazyPartsWhenIdle, []);
  useWarningBeforeLeaving(active.some(isSending), parts?.guard);
  const shown = routes.find(({ address }) => matchPath(address, pathname));
  const place = shown?.address ?? pathname;
  useEffect(() => parts?.guard.forgetInput(), [place, parts]);
  const isSettled = useSettled(place, deployed.waiting.length > 0, parts?.releaseManager.applyUpdates);
  const isFolded = useFoldedMenu();
  useAppliedPreferences();
  return (
    <AppFrame
      topBar={topBarOf(session, active)}
      isFolded={isFolded}
      sidebar={(isStrip) => (
        <Sidebar
          navigation={navigationFor(session, routes)}
          pathname={pathname}
          isFolded={isStrip}
          onIntent={onIntent}
        />
      )}
      banner={
        <>
          {loginNotice}
          {parts && <parts.OverrideBanner override={parts.override} guard={parts.guard} />}
          <StandingNotices registry={registry} notices={deployed.notices} />
          {parts && (
            <parts.Updates
              waiting={deployed.waiting}
              shownRemote={shown?.entry.id}
              guard={parts.guard}
              onUpdate={parts.releaseManager.applyUpdates}
            />
          )}
        </>
      }
    >
      {isSettled && <Outlet />}
    </AppFrame>
  );
}

/** The top bar; `active` are the operator's batches under way. */
function topBarOf(session: Session, active: readonly ActiveBatch[]): ReactNode {
  return (
    <TopBar
      brand={frameMessages.brand}
      search={<SearchButton />}
      status={
        <>
          <Connection />
          <BatchRing active={active} />
        </>
      }
      meta={<SessionClock />}
      actions={<AccountPanel session={session} />}
    />
  );
}

/** Asks before the page is left while a batch sends (D16). */
function useWarningBeforeLeaving(isNeeded: boolean, guard: LeaveGuard | undefined): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const warn = (event: BeforeUnloadEvent): void => {
      if (!guard?.isLeaving()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isNeeded, guard]);
}

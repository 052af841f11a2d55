import { useEffect, type ReactNode } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { addressOf, useSession } from '@device-console/shared-lib/console';
import { Link, matchPath, Outlet, useLocation } from '@device-console/shared-lib/router';
import type { Session } from '@device-console/shared-lib/session';
import { AppFrame, buttonClass, SideNav, TopBar } from '@device-console/shared-lib/ui';
import { menuAudience, navigationFor, type ScreenRoute } from '../navigation/screen-routes.ts';
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
import { BatchStatus } from './batch-status.tsx';
import styles from './console-frame.module.css';
import { SessionClock } from './session-clock.tsx';
import { StandingNotices } from './standing-notices.tsx';
import { changeLanguage } from '../language/change-language.ts';
import { LanguageMenu } from '../language/language-menu.tsx';
import { t } from '../t.ts';

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
  const items = navigationFor(session, routes).map(({ address, title, route }) => ({
    to: address,
    label: title,
    route,
    isCurrent: sameAddress(pathname, address) || (route !== undefined && pathname.startsWith(`${address}/`)),
  }));
  return (
    <AppFrame
      topBar={topBarOf(session, active, parts?.guard)}
      sidebar={
        <SideNav
          label={t('Console')}
          items={items}
          renderLink={(props, item) => <Link to={item.to} {...props} />}
          onIntent={(item) => item.route && onIntent(item.route)}
        />
      }
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
function topBarOf(session: Session, active: readonly ActiveBatch[], guard: LeaveGuard | undefined): ReactNode {
  return (
    <TopBar
      brand="Device Console"
      status={<BatchStatus active={active} />}
      meta={<SessionClock />}
      actions={
        <>
          <LanguageMenu
            warning={() => guard?.reasonToStay() ?? null}
            onChoose={(chosen) => changeLanguage(chosen, guard)}
          />
          <span className={styles['email']}>{session.email}</span>
          <Link
            className={buttonClass({ variant: 'quiet', size: 'small' })}
            to={addressOf(menuAudience(session), 'logout')}
          >
            {t('Logout')}
          </Link>
        </>
      }
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

function sameAddress(pathname: string, address: string): boolean {
  return pathname === address || `${pathname}/` === address;
}

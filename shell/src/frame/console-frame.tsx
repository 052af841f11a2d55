import { type ReactNode, useEffect } from 'react';
import { useAddresses, useConsole, useRead, useSession } from '@device-console/shared-lib/console';
import { matchPath, Outlet, useLocation } from '@device-console/shared-lib/router';
import { AppFrame } from '@device-console/shared-lib/ui/host';
import { useSetAtom } from 'jotai';
import { calls } from '@device-console/shared-lib/contract';
import { navigationFor, type ScreenRoute } from '../navigation/screen-routes.ts';
import { useAppliedPreferences, usePreference } from '../common/preferences.ts';
import { useSettled } from '../common/use-settled.ts';
import { useTypeface } from '../common/typeface.ts';
import { type BatchHolder, useIsSending } from '../batches/use-batches.ts';
import type { LeaveGuard } from '../common/leave-guard.ts';
import type { HostUpdate } from '../remotes/host-update.ts';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import type { RemotesState } from '../remotes/remotes-holder.ts';
import type { Previews } from '../previews/preview.ts';
import type { PreviewNotices } from '../previews/preview-notices.tsx';
import type { UpdateNotices } from '../remotes/update-notices.tsx';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { ConsoleTopBar } from './console-top-bar.tsx';
import { NoticeToasts } from './notice-bell.tsx';
import { FollowSends } from './follow-sends.tsx';
import { SendingNotice } from './sending-notice.tsx';
import { ServerNotice } from './server-notice.tsx';
import { SessionNotice } from './session-notice.tsx';
import { Sidebar } from './sidebar.tsx';
import { Banners } from './banners.tsx';
import { useNotices } from './use-notices.ts';
import { commandUseAtom } from '../common/command-use.ts';
import { whenIdle } from '../common/when-idle.ts';

/** The page's remotes for the frame; their components come with their code. */
export interface FrameRemotes {
  readonly guard: LeaveGuard;
  readonly releaseManager: Pick<ReleaseManager, 'applyUpdates' | 'switchOne'>;
  readonly previews: Previews;
  readonly hostUpdate: HostUpdate;
  readonly Updates: typeof UpdateNotices;
  readonly Previews: typeof PreviewNotices;
  /**
   * Fetches the parts of shared-lib that screens may need once the page is idle. Returns a function that cancels it.
   */
  readonly fetchPartsWhenIdle: () => () => void;
}

interface ConsoleFrameProps {
  readonly routes: readonly ScreenRoute[];
  readonly listed: readonly ScreenRoute[];
  readonly remotes: RemotesState<FrameRemotes>;
  readonly batches: BatchHolder;
  readonly otherTabs: Pick<OtherTabs, 'notify' | 'onNotice'>;
  /** The warning before the session ends, and the login dialog over the page. */
  readonly loginNotice: ReactNode;
  /** The operator points at a screen's entry: fetch it ahead. */
  readonly onIntent: (route: ScreenRoute) => void;
}

/** The frame around every guarded screen: top bar, sidebar, permanent notices (S5, N1, N2). */
export function ConsoleFrame(props: ConsoleFrameProps): ReactNode {
  const { routes, listed, remotes, batches, otherTabs, loginNotice, onIntent } = props;
  const session = useSession();
  const { parts, registry, deployed } = remotes;
  const { pathname } = useLocation();
  useEffect(() => parts?.fetchPartsWhenIdle(), [parts]);
  useWarningBeforeLeaving(useIsSending(batches, session.email), parts?.guard);
  const shown = routes.find(({ address }) => matchPath(address, pathname));
  const place = shown?.address ?? pathname;
  useEffect(() => parts?.guard.forgetInput(), [place, parts]);
  useTypeface(place);
  const isSettled = useSettled(place, deployed.waiting.length > 0, parts?.releaseManager.applyUpdates);
  const isFolded = usePreference('menu') === 'folded';
  useAppliedPreferences();
  useCommandUse();
  const { to } = useAddresses();
  const { offer } = useConsole();
  const news = useNotices({
    operator: session.email,
    batches,
    otherTabs,
    isShown: (screen) => document.visibilityState === 'visible' && pathname === to(screen),
  });
  return (
    <>
      <AppFrame
        topBar={<ConsoleTopBar batches={batches} news={news} waiting={deployed.waiting} guard={parts?.guard} />}
        isFolded={isFolded}
        sidebar={(isStrip) => (
          <Sidebar
            navigation={navigationFor(session, listed, offer)}
            isComplete={registry.status !== 'loading' || routes.length > 0}
            pathname={pathname}
            isFolded={isStrip}
            onIntent={onIntent}
          />
        )}
        banner={
          <>
            {loginNotice}
            <SessionNotice />
            <ServerNotice batches={batches} />
            <SendingNotice />
            {parts && (
              <parts.Previews
                previews={parts.previews}
                guard={parts.guard}
                shownRemote={shown?.entry.id}
                onChange={parts.releaseManager.switchOne}
              />
            )}
            <Banners registry={registry} notices={deployed.notices} />
            {parts && (
              <parts.Updates
                waiting={deployed.waiting}
                hostUpdate={parts.hostUpdate}
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
      <NoticeToasts news={news} />
      <FollowSends />
    </>
  );
}

/** D16: while a batch sends. */
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

/** Milliseconds. */
const ASKING_MS = 60_000;

/** Asks once a minute, while visible and idle, how many commands the operator may still send (C10, C11). */
function useCommandUse(): void {
  const { api } = useConsole();
  const read = useRead();
  const { email } = useSession();
  const setUse = useSetAtom(commandUseAtom);
  useEffect(() => {
    if (!api.offers(calls.commandUse)) return undefined;
    const closing = new AbortController();
    const ask = (): void => {
      if (document.visibilityState !== 'visible') return;
      read(calls.commandUse, {}, { inBackground: true, signal: closing.signal })
        .then(setUse)
        .catch(() => undefined);
    };
    const callOff = whenIdle(ask);
    const timer = setInterval(ask, ASKING_MS);
    return () => {
      callOff();
      clearInterval(timer);
      closing.abort();
      setUse(null);
    };
  }, [api, read, email, setUse]);
}

import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { audiences, type ConsoleConfig } from '@device-console/shared-lib/contract';
import { addressOf, ConsoleContext, createBatchHandovers } from '@device-console/shared-lib/console';
import { Route, Routes } from '@device-console/shared-lib/router';
import { sessionAtom } from '@device-console/shared-lib/session';
import type { FetchDocument } from '../common/fetch-document.ts';
import { LoginInPlace } from '../login/login-in-place.tsx';
import { LoginScreen } from '../login/login-screen.tsx';
import { LogoutScreen } from '../login/logout-screen.tsx';
import {
  galleryPage,
  offeredDeviceActions,
  offersGallery,
  platformPage,
  screenRoutes,
  servedRoutes,
  type ScreenRoute,
} from '../navigation/screen-routes.ts';
import { RouteAnnouncer } from '../navigation/route-announcer.tsx';
import type { RemotesState } from '../remotes/remotes-holder.ts';
import type { Fallback } from '../remotes/release-status.ts';
import { ForgotPasswordPage, ResetPasswordPage } from '../password/password-page.tsx';
import { whenIdle } from '../common/when-idle.ts';
import type { ConsoleRuntime, Remotes } from './console-runtime.ts';
import { FramedCode } from './framed-code.tsx';
import { GuardScreen, GuardSuperadmin, RequireSession } from './guards.tsx';
import { NoSuchScreen } from './no-such-screen.tsx';

/** Before the code that deals with remotes is there. */
const noOfferedParts = { devicePanels: [], deviceColumns: [] } as const;

/** Every address of the console: the host's own pages, and those that the deployed remotes declare. */
export function ConsoleRoutes({ runtime }: { readonly runtime: ConsoleRuntime }): ReactNode {
  const { config, api, batches, remotes, framed } = runtime;
  const state = useSyncExternalStore(remotes.subscribe, remotes.getSnapshot);
  const { parts, registry, deployed } = state;
  const hasSession = useAtomValue(sessionAtom) !== null;
  // The login page is there before the code that deals with remotes is asked for.
  useEffect(() => {
    const begin = (): void => {
      framed.begin();
      remotes.begin();
    };
    return hasSession ? begin() : whenIdle(begin);
  }, [hasSession, framed, remotes]);
  const entries = deployed.releases;
  const [batchHandovers] = useState(createBatchHandovers);
  const routes = useMemo(() => screenRoutes(entries), [entries]);
  const addresses = useMemo(() => routes.map(({ address }) => address), [routes]);
  const services = useMemo(
    () => ({
      config,
      api,
      loadBatches: batches.load,
      batchHandovers,
      deviceActions: offeredDeviceActions(entries),
      ...(parts?.offeredParts(entries, config) ?? noOfferedParts),
    }),
    [config, api, entries, parts, batches, batchHandovers],
  );
  const dashboard = <FramedCode framed={framed}>{({ DashboardScreen }) => <DashboardScreen />}</FramedCode>;
  const missing = <NoSuchScreen registry={registry} />;
  return (
    <ConsoleContext value={services}>
      <Routes>
        {sessionRoutes(batches, runtime.otherTabs)}
        <Route path="/forgotPassword" element={<ForgotPasswordPage />} />
        <Route path="/resetPassword/:token" element={<ResetPasswordPage />} />
        <Route element={frameOf(runtime, state, servedRoutes(routes, config))}>
          <Route path="/" element={dashboard} />
          <Route path="/superadmin" element={<GuardSuperadmin title="Dashboard">{dashboard}</GuardSuperadmin>} />
          {hostRoutes(parts, config, runtime.fetchDocument, missing)}
          {remoteRoutes(parts, deployed.fallbacks, routes)}
          <Route path="*" element={missing} />
        </Route>
      </Routes>
      <RouteAnnouncer addresses={addresses} />
    </ConsoleContext>
  );
}

/** What stands around every guarded page; `routes` are those that the back end can serve. */
function frameOf(
  { framed, batches, watch }: ConsoleRuntime,
  state: RemotesState<Remotes>,
  routes: readonly ScreenRoute[],
): ReactNode {
  return (
    <RequireSession>
      <FramedCode framed={framed}>
        {({ ConsoleFrame, Search }) => (
          <Search routes={routes} batches={batches}>
            <ConsoleFrame
              routes={routes}
              remotes={state}
              batches={batches}
              loginNotice={<LoginInPlace watch={watch} />}
              // A failure is shown when the screen is opened, which tries again.
              onIntent={({ entry, screen }) => void state.parts?.loader.load(entry, screen.id).catch(() => undefined)}
            />
          </Search>
        )}
      </FramedCode>
    </RequireSession>
  );
}

/** Login and logout of each part of the console. */
function sessionRoutes(batches: ConsoleRuntime['batches'], otherTabs: ConsoleRuntime['otherTabs']) {
  return audiences.flatMap((audience) => [
    <Route
      key={`login ${audience}`}
      path={addressOf(audience, 'login')}
      element={<LoginScreen audience={audience} batches={batches} otherTabs={otherTabs} />}
    />,
    <Route
      key={`logout ${audience}`}
      path={addressOf(audience, 'logout')}
      element={<LogoutScreen audience={audience} batches={batches} otherTabs={otherTabs} />}
    />,
  ]);
}

/** The host's own pages for superadmins. Without the code that deals with remotes a page tells why it is missing. */
function hostRoutes(
  parts: Remotes | null,
  config: ConsoleConfig,
  fetchDocument: FetchDocument,
  missing: ReactNode,
): readonly ReactNode[] {
  const pages = [
    { ...platformPage, page: parts && <parts.Platform remotes={parts} fetchDocument={fetchDocument} /> },
    ...(offersGallery(config) ? [{ ...galleryPage, page: parts && <parts.Gallery /> }] : []),
  ];
  return pages.map(({ address, title, page }) => (
    <Route key={address} path={address} element={<GuardSuperadmin title={title}>{page ?? missing}</GuardSuperadmin>} />
  ));
}

/** The screens that the deployed remotes declare. */
function remoteRoutes(
  parts: Remotes | null,
  fallbacks: readonly Fallback[],
  routes: readonly ScreenRoute[],
): readonly ReactNode[] {
  return routes.map((route) => (
    <Route
      key={route.address}
      path={route.address}
      element={
        <GuardScreen route={route}>
          {parts && (
            <parts.Screen
              release={route.entry}
              screen={route.screen}
              remotes={parts}
              fallback={fallbacks.find(({ id }) => id === route.entry.id)}
            />
          )}
        </GuardScreen>
      }
    />
  ));
}

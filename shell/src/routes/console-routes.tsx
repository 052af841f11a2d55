import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { audiences, type ConsoleConfig } from '@device-console/shared-lib/contract';
import { addressOf, ConsoleContext } from '@device-console/shared-lib/console';
import { Route, Routes } from '@device-console/shared-lib/router';
import { sessionAtom } from '@device-console/shared-lib/session';
import type { FetchDocument } from '../common/fetch-document.ts';
import { DashboardScreen } from '../dashboard/dashboard-screen.tsx';
import { ConsoleFrame } from '../frame/console-frame.tsx';
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
import type { Fallback } from '../remotes/release-status.ts';
import { ForgotPasswordPage, ResetPasswordPage } from '../password/password-page.tsx';
import { whenIdle } from '../common/when-idle.ts';
import type { ConsoleRuntime, Remotes } from './console-runtime.ts';
import { GuardScreen, GuardSuperadmin, RequireSession } from './guards.tsx';
import { NoSuchScreen } from './no-such-screen.tsx';
import { t } from '../t.ts';

/** Before the code that deals with remotes is there. */
const noOfferedParts = { devicePanels: [], deviceColumns: [] } as const;

/** Every address of the console: the host's own pages, and those that the deployed remotes declare. */
export function ConsoleRoutes({ runtime }: { readonly runtime: ConsoleRuntime }): ReactNode {
  const { config, api, batches, remotes, watch } = runtime;
  const state = useSyncExternalStore(remotes.subscribe, remotes.getSnapshot);
  const { parts, registry, deployed } = state;
  const hasSession = useAtomValue(sessionAtom) !== null;
  // The login page is there before the code that deals with remotes is asked for.
  useEffect(() => (hasSession ? remotes.begin() : whenIdle(remotes.begin)), [hasSession, remotes]);
  const entries = deployed.releases;
  const routes = useMemo(() => screenRoutes(entries), [entries]);
  const addresses = useMemo(() => routes.map(({ address }) => address), [routes]);
  const services = useMemo(
    () => ({
      config,
      api,
      loadBatches: batches.load,
      deviceActions: offeredDeviceActions(entries),
      ...(parts?.offeredParts(entries, config) ?? noOfferedParts),
    }),
    [config, api, entries, parts, batches],
  );
  const frame = (
    <RequireSession>
      <ConsoleFrame
        routes={servedRoutes(routes, config)}
        remotes={state}
        batches={batches}
        loginNotice={<LoginInPlace watch={watch} />}
        // A failure is shown when the screen is opened, which tries again.
        onIntent={({ entry, screen }) => void parts?.loader.load(entry, screen.id).catch(() => undefined)}
      />
    </RequireSession>
  );
  const missing = <NoSuchScreen registry={registry} />;
  return (
    <ConsoleContext value={services}>
      <Routes>
        {sessionRoutes(batches, runtime.otherTabs)}
        <Route path="/forgotPassword" element={<ForgotPasswordPage />} />
        <Route path="/resetPassword/:token" element={<ResetPasswordPage />} />
        <Route element={frame}>
          <Route path="/" element={<DashboardScreen />} />
          <Route
            path="/superadmin"
            element={
              <GuardSuperadmin title={t('Dashboard')}>
                <DashboardScreen />
              </GuardSuperadmin>
            }
          />
          {hostRoutes(parts, config, runtime.fetchDocument, missing)}
          {remoteRoutes(parts, deployed.fallbacks, routes)}
          <Route path="*" element={missing} />
        </Route>
      </Routes>
      <RouteAnnouncer addresses={addresses} />
    </ConsoleContext>
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

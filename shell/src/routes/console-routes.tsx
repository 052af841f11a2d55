import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { audiences } from '@device-console/shared-lib/contract';
import { addressOf, ConsoleContext } from '@device-console/shared-lib/console';
import { Route, Routes } from '@device-console/shared-lib/router';
import { sessionAtom } from '@device-console/shared-lib/session';
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
import type { RemotesState } from '../remotes/remotes-holder.ts';
import { ForgotPasswordScreen } from '../password/forgot-password-screen.tsx';
import { ResetPasswordScreen } from '../password/reset-password-screen.tsx';
import { whenIdle } from '../common/when-idle.ts';
import type { ConsoleRuntime, Remotes } from './console-runtime.ts';
import { GuardScreen, GuardSuperadmin, RequireSession } from './guards.tsx';
import { NoSuchScreen } from './no-such-screen.tsx';

type State = RemotesState<Remotes>;

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
  return (
    <ConsoleContext value={services}>
      <Routes>
        {publicRoutes(runtime)}
        <Route element={frame}>
          <Route path="/" element={<DashboardScreen />} />
          <Route
            path="/superadmin"
            element={
              <GuardSuperadmin title="Dashboard">
                <DashboardScreen />
              </GuardSuperadmin>
            }
          />
          {hostRoutes(state, runtime)}
          {remoteRoutes(state, routes)}
          <Route path="*" element={<NoSuchScreen registry={registry} />} />
        </Route>
      </Routes>
    </ConsoleContext>
  );
}

/** The pages that need no session. */
function publicRoutes({ batches, otherTabs }: ConsoleRuntime): readonly ReactNode[] {
  const around = { batches, otherTabs };
  return [
    ...audiences.flatMap((audience) => [
      <Route
        key={`login ${audience}`}
        path={addressOf(audience, 'login')}
        element={<LoginScreen audience={audience} {...around} />}
      />,
      <Route
        key={`logout ${audience}`}
        path={addressOf(audience, 'logout')}
        element={<LogoutScreen audience={audience} {...around} />}
      />,
    ]),
    <Route key="forgot" path="/forgotPassword" element={<ForgotPasswordScreen />} />,
    <Route key="reset" path="/resetPassword/:token" element={<ResetPasswordScreen />} />,
  ];
}

/** The host's own pages for superadmins. Without the code that deals with remotes a page tells why it is missing. */
function hostRoutes({ parts, registry }: State, { config, fetchDocument }: ConsoleRuntime): readonly ReactNode[] {
  const pages = [
    { ...platformPage, page: parts && <parts.Platform remotes={parts} fetchDocument={fetchDocument} /> },
    ...(offersGallery(config) ? [{ ...galleryPage, page: parts && <parts.Gallery /> }] : []),
  ];
  return pages.map(({ address, title, page }) => (
    <Route
      key={address}
      path={address}
      element={<GuardSuperadmin title={title}>{page ?? <NoSuchScreen registry={registry} />}</GuardSuperadmin>}
    />
  ));
}

/** The screens that the deployed remotes declare. */
function remoteRoutes({ parts, deployed }: State, routes: readonly ScreenRoute[]): readonly ReactNode[] {
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
              fallback={deployed.fallbacks.find(({ id }) => id === route.entry.id)}
            />
          )}
        </GuardScreen>
      }
    />
  ));
}

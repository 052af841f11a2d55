import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { audiences } from '@device-console/shared-lib/contract';
import { addressOf, ConsoleContext } from '@device-console/shared-lib/console';
import { Link, Route, Routes, useLocation } from '@device-console/shared-lib/router';
import { sessionAtom } from '@device-console/shared-lib/session';
import { Button, EmptyState, FailureState, Page, Spinner } from '@device-console/shared-lib/ui';
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
} from '../navigation/screen-routes.ts';
import type { RegistryState } from '../remotes/registry-store.ts';
import { ForgotPasswordScreen } from '../password/forgot-password-screen.tsx';
import { ResetPasswordScreen } from '../password/reset-password-screen.tsx';
import { whenIdle } from '../common/when-idle.ts';
import type { ConsoleRuntime } from './console-runtime.ts';
import { GuardScreen, GuardSuperadmin, RequireSession } from './guards.tsx';

/** Before the code that deals with remotes is there. */
const noOfferedParts = { devicePanels: [], deviceColumns: [] } as const;

/** Every address of the console: the host's own pages, and those that the deployed remotes declare. */
export function ConsoleRoutes({ runtime }: { readonly runtime: ConsoleRuntime }): ReactNode {
  const { config, api, batches, fetchDocument, otherTabs, remotes, watch } = runtime;
  const { parts, registry, deployed } = useSyncExternalStore(remotes.subscribe, remotes.getSnapshot);
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
        remotes={{ parts, registry, deployed }}
        batches={batches}
        loginNotice={<LoginInPlace watch={watch} />}
        // A failure is shown when the screen is opened, which tries again.
        onIntent={({ entry, screen }) => void parts?.loader.load(entry, screen.id).catch(() => undefined)}
      />
    </RequireSession>
  );
  // Without the code that deals with remotes there is neither: what stands there tells why.
  const hostPages = [
    { ...platformPage, page: parts && <parts.Platform remotes={parts} fetchDocument={fetchDocument} /> },
    ...(offersGallery(config) ? [{ ...galleryPage, page: parts && <parts.Gallery /> }] : []),
  ];
  return (
    <ConsoleContext value={services}>
      <Routes>
        {audiences.flatMap((audience) => [
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
        ])}
        <Route path="/forgotPassword" element={<ForgotPasswordScreen />} />
        <Route path="/resetPassword/:token" element={<ResetPasswordScreen />} />
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
          {hostPages.map(({ address, title, page }) => (
            <Route
              key={address}
              path={address}
              element={<GuardSuperadmin title={title}>{page ?? <NoSuchScreen registry={registry} />}</GuardSuperadmin>}
            />
          ))}
          {routes.map((route) => (
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
          ))}
          <Route path="*" element={<NoSuchScreen registry={registry} />} />
        </Route>
      </Routes>
    </ConsoleContext>
  );
}

function NoSuchScreen({ registry }: { readonly registry: RegistryState }): ReactNode {
  const { pathname } = useLocation();
  if (registry.status === 'loading') return <Spinner placement="page" label="Loading the list of screens" />;
  if (registry.status === 'failed') {
    return (
      <FailureState
        title="The list of screens could not be loaded"
        details={[{ term: 'Reason', value: registry.message }]}
        // A reload, because the page's security policy was made from the registry that failed and knows no remote.
        actions={<Button onPress={() => location.reload()}>Retry</Button>}
      >
        Home works, the other screens are missing until the registry can be read.
      </FailureState>
    );
  }
  return (
    <Page title="No such screen">
      <EmptyState title={`There is no screen at ${pathname}.`} actions={<Link to="/">Go to Home</Link>} />
    </Page>
  );
}

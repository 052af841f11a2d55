import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { audiences } from '@device-console/shared-lib/contract';
import { addressOf, notifySent, useSession } from '@device-console/shared-lib/console';
import { ConsoleContext, DataProvider, provideSends } from '@device-console/shared-lib/console/host';
import { Route, Routes } from '@device-console/shared-lib/router';
import { browserClock, usableSessionAtom } from '@device-console/shared-lib/session/host';
import { commandOfferAtom } from '../common/device-gateway.ts';
import { inUseAtom } from '../common/command-use.ts';
import { FetchedPage } from '../common/fetched-page.tsx';
import { PageBoundary } from '../common/page-boundary.tsx';
import { DashboardScreen } from '../dashboard/dashboard-screen.tsx';
import { ConsoleFrame } from '../frame/console-frame.tsx';
import { IdentityQuestion } from '../identity/identity-question.tsx';
import { LoginInPlace } from '../login/login-in-place.tsx';
import {
  accountPage,
  isServed,
  listedRoutes,
  offeredDeviceActions,
  platformPage,
  screenRoutes,
  servedRoutes,
  type ScreenRoute,
} from '../navigation/screen-routes.ts';
import type { RemotesState } from '../remotes/remotes-holder.ts';
import type { Fallback } from '../releases/decide.ts';
import { Search } from '../search/search.tsx';
import { keepSession } from '../session/keep-session.ts';
import type { ConsoleRuntime, Remotes } from './console-runtime.ts';
import { GuardScreen, GuardSuperadmin } from './guards.tsx';
import { NoSuchScreen } from './no-such-screen.tsx';
import { t } from '../t.ts';

/** Used until the code for remotes is loaded. */
const noOfferedParts = { devicePanels: [], homePanels: [] } as const;

/** Every address behind the login: the host's own pages, and the screens of the deployed remotes. */
export function ConsoleRoutes({ runtime }: { readonly runtime: ConsoleRuntime }): ReactNode {
  const { config, api, store, batches, remotes } = runtime;
  // Before any screen can send.
  useState(() => provideSends({ store, onChange: notifySent }));
  const state = useSyncExternalStore(remotes.subscribe, remotes.getSnapshot);
  const { parts, registry, deployed } = state;
  useEffect(() => remotes.begin(), [remotes]);
  useKeptSession(runtime);
  const entries = deployed.releases;
  const routes = useMemo(() => screenRoutes(entries), [entries]);
  const offer = useAtomValue(commandOfferAtom);
  const services = useMemo(
    () => ({
      config,
      api,
      loadBatches: batches.load,
      offer,
      deviceActions: offeredDeviceActions(entries, offer),
      ...(parts?.offeredParts(entries, config) ?? noOfferedParts),
    }),
    [config, api, entries, parts, batches, offer],
  );
  // Another operator, who logged in in another tab, begins anew: nothing that was read for the first one is shown.
  const { email: operator } = useSession();
  const served = servedRoutes(routes, config);
  const listed = listedRoutes(served, useAtomValue(inUseAtom));
  const home = <DashboardScreen batches={batches} routes={served} registry={registry} />;
  const missing = (
    <NoSuchScreen
      registry={registry}
      unused={deployed.unused}
      onTryNewest={(id) => parts?.releaseManager.tryNewest(id)}
    />
  );
  // Without the code for remotes, a page says why it is missing.
  const platform = (
    <GuardSuperadmin title={platformPage.title}>{parts ? <parts.Platform remotes={parts} /> : missing}</GuardSuperadmin>
  );
  return (
    <PageBoundary>
      <ConsoleContext value={services}>
        <DataProvider key={operator} api={api}>
          <Routes>
            <Route element={frameOf(runtime, state, served, listed)}>
              <Route path="/" element={home} />
              <Route path="/superadmin" element={<GuardSuperadmin title={t('Dashboard')}>{home}</GuardSuperadmin>} />
              {isServed(accountPage, config) && accountRoutes()}
              <Route path={platformPage.address} element={platform} />
              {remoteRoutes(parts, deployed.fallbacks, routes)}
              <Route path="*" element={missing} />
            </Route>
          </Routes>
        </DataProvider>
      </ConsoleContext>
    </PageBoundary>
  );
}

/** While somebody uses the page (S11). */
function useKeptSession({ api, store, secondsSinceInput }: ConsoleRuntime): void {
  useEffect(() => {
    const hasSession = () => store.get(usableSessionAtom) !== null;
    return keepSession({ api, clock: browserClock, hasSession, secondsSinceInput });
  }, [api, store, secondsSinceInput]);
}

/** `routes`: those that the back end can serve; `listed`: those of them in menus and search. */
function frameOf(
  { batches, otherTabs, watch, identity }: ConsoleRuntime,
  state: RemotesState<Remotes>,
  routes: readonly ScreenRoute[],
  listed: readonly ScreenRoute[],
): ReactNode {
  return (
    <Search routes={listed} batches={batches}>
      <ConsoleFrame
        routes={routes}
        listed={listed}
        remotes={state}
        batches={batches}
        otherTabs={otherTabs}
        loginNotice={
          <>
            <LoginInPlace watch={watch} />
            <Identity identity={identity} />
          </>
        }
        // A failure is shown when the screen is opened, which tries again.
        onIntent={({ entry, screen }) => void state.parts?.loader.load(entry, screen.id).catch(() => undefined)}
      />
    </Search>
  );
}

/** Asks once a call has needed it (S18, S20). */
function Identity({ identity }: Pick<ConsoleRuntime, 'identity'>): ReactNode {
  const prompt = useSyncExternalStore(identity.subscribe, identity.current);
  return prompt && <IdentityQuestion prompt={prompt} />;
}

const loadAccount = () => import(/* webpackChunkName: "account" */ '../account/account-screen.tsx');

/** Under both prefixes (S12, P3). */
function accountRoutes(): readonly ReactNode[] {
  const page = (
    <FetchedPage title={accountPage.title} load={loadAccount}>
      {({ AccountScreen }) => <AccountScreen />}
    </FetchedPage>
  );
  return audiences.map((audience) => (
    <Route
      key={audience}
      path={addressOf(audience, accountPage.path)}
      element={audience === 'standard' ? page : <GuardSuperadmin title={accountPage.title}>{page}</GuardSuperadmin>}
    />
  ));
}

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

import { act, fireEvent, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { createStore, Provider, useAtomValue } from 'jotai';
import { useEffect, type ComponentType, type ReactNode } from 'react';
import type { ApiClient, ApiClientOptions } from '../api/index.ts';
import { notifySent, type ConsoleServices } from '../console/index.ts';
import { ConsoleContext, DataProvider, keptNowhere, provideSends, RemoteContext } from '../console/host.ts';
import { type ConsoleConfig } from '../contract/index.ts';
import type { KeptSends } from '../data/react/host.ts';
import { parseConfig } from '../contract/server.ts';
import type { ScreenProps } from '../remote/index.ts';
import { provideIcuFormatter } from '../i18n-host/icu.ts';
import { MemoryRouter, Navigate, Route, Routes, useLocation, useNavigate } from '../router/index.ts';
import {
  endSessionAtom,
  replacePermissionsAtom,
  restoreSessionAtom,
  sessionAtom,
  sessionEnvironmentAtom,
  signInAtom,
  type SessionEnvironment,
} from '../session/host.ts';
import { failOnConsole } from './fail-on-console.ts';
import { createFakeApi, FAKE_SHARED_KEY } from './fake-api.ts';
import type { FakeApi, FakeApiOptions, FakeSession } from './fake-api-types.ts';
import { forgetMakers } from './forget-makers.ts';

failOnConsole();
forgetMakers();
provideIcuFormatter();

/** Options of {@link renderConsole}; all optional. Default: no services, actions and panels. */
export interface RenderConsoleOptions
  extends
    Pick<FakeApiOptions, 'handlers' | 'services'>,
    Pick<ApiClientOptions, 'onChallenge'>,
    Partial<Pick<ConsoleServices, 'deviceActions' | 'devicePanels' | 'homePanels' | 'offer'>> {
  /** With fragment; default `/`. */
  readonly address?: string | undefined;
  /** Differences from the fake API's operator, an ADMIN; null: not logged in. */
  readonly session?: Partial<FakeSession> | null | undefined;
  /** Content of localStorage besides the session; default: none. */
  readonly stored?: Readonly<Record<string, string>> | undefined;
  /** Differences from the default configuration. */
  readonly config?: Partial<ConsoleConfig> | undefined;
  /** Default: rejects, naming this option. */
  readonly loadBatches?: ConsoleServices['loadBatches'] | undefined;
  /** Where sendings with an unknown outcome are kept; default: nowhere. */
  readonly kept?: KeptSends | undefined;
  /** Whose service it calls, and for whom it stores in the browser; default `mf-test`. Null: the host's. */
  readonly remoteId?: string | null | undefined;
}

/** Options of {@link renderScreen}. */
export interface RenderScreenOptions extends RenderConsoleOptions {
  /** Default `screen`. */
  readonly screenId?: string | undefined;
  /**
   * Route pattern, such as `/reports/:report`; default the address's path. At any other address the screen is
   * unmounted.
   */
  readonly path?: string | undefined;
}

/** A rendered part of the console. */
export interface RenderedConsole {
  /** Its `requests` are only those of the rendered page. */
  readonly api: FakeApi;
  /** The page's client, for a test's own calls. */
  readonly client: ApiClient;
  readonly config: ConsoleConfig;
  readonly user: UserEvent;
  readonly store: ReturnType<typeof createStore>;
  /** With fragment. */
  readonly address: () => string;
  /** Navigates like a link. */
  readonly goTo: (address: string) => Promise<void>;
  readonly unmount: () => void;
}

function missingBatches(): Promise<never> {
  return Promise.reject(new Error('This test has no batch manager: give loadBatches to renderScreen().'));
}

/** Logs in as on an earlier page: the login is not among the page's requests. */
async function storeSession(
  api: FakeApi,
  environment: SessionEnvironment,
  { codec, names, serverTimeZone }: ConsoleConfig,
): Promise<void> {
  const earlier = createStore();
  const client = createFakeApi({ codec, names, serverTimeZone, session: api.session }).client({
    session: () => earlier.get(sessionAtom),
  });
  earlier.set(sessionEnvironmentAtom, { ...environment, api: client });
  await earlier.set(signInAtom, { email: api.session.email, password: 'secret' });
}

async function createConsole(options: RenderConsoleOptions) {
  const { session, handlers, stored = {}, config: given, loadBatches = missingBatches, kept = keptNowhere } = options;
  const { deviceActions = [], devicePanels = [], homePanels = [] } = options;
  const codecOfBackend = given?.backend === 'legacy' ? 'legacy-cryptojs' : 'v1';
  const config = parseConfig({ sharedKey: FAKE_SHARED_KEY, codec: codecOfBackend, ...given });
  const { backend, codec, names, serverTimeZone } = config;
  const api = createFakeApi({
    codec,
    names,
    serverTimeZone,
    handlers,
    services: options.services,
    session: session ?? {},
    apiBase: config.apiBase,
  });
  const store = createStore();
  const client = api.client({
    session: () => store.get(sessionAtom),
    onAuthorizationFailed: () => store.set(endSessionAtom, 'authorization-failed'),
    onChallenge: options.onChallenge,
    onForbidden: (permissions) => void store.set(replacePermissionsAtom, permissions),
  });
  localStorage.clear();
  // React Aria remembers the pointer type between tests; for a screen reader it would focus later.
  fireEvent.mouseDown(document.body);
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
  const environment = {
    api: client,
    codec: api.codec,
    storage: localStorage,
    clock: { now: () => Date.now() },
    backend,
    serverTimeZone,
  };
  store.set(sessionEnvironmentAtom, environment);
  if (session !== null) await storeSession(api, environment, config);
  await store.set(restoreSessionAtom);
  provideSends({ store, onChange: notifySent, kept });
  const services: ConsoleServices = {
    config,
    api: client,
    deviceActions,
    devicePanels,
    homePanels,
    loadBatches,
    offer: options.offer,
  };
  return { api, client, config, store, services };
}

type GoTo = (address: string) => void | Promise<void>;

function AddressProbe({ onAddress }: { readonly onAddress: (address: string, navigate: GoTo) => void }): ReactNode {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => onAddress(pathname + search + hash, navigate), [pathname, search, hash, navigate, onAddress]);
  return null;
}

/**
 * Renders any part of the console with the host's surroundings: store, session in localStorage, services, router.
 * Console output fails the test, as of {@link failOnConsole}.
 */
export async function renderConsole(
  children: ReactNode | ((page: Omit<RenderedConsole, 'unmount'>) => ReactNode),
  options: RenderConsoleOptions = {},
): Promise<RenderedConsole> {
  const { services, ...made } = await createConsole(options);
  const { address: start = '/', remoteId = 'mf-test' } = options;
  const remote = remoteId === null ? null : { id: remoteId };
  const current: { address: string; navigate?: GoTo } = { address: start };
  const goTo = (address: string): Promise<void> => act(async () => current.navigate?.(address));
  const page = {
    ...made,
    user: userEvent.setup({ delay: null, skipHover: true }),
    address: () => current.address,
    goTo,
  };
  const keep = (address: string, navigate: GoTo): void => {
    current.address = address;
    current.navigate = navigate;
  };
  const tree = (
    <Provider store={made.store}>
      <MemoryRouter initialEntries={[start]}>
        <ConsoleContext value={services}>
          <DataProvider api={made.client}>
            <RemoteContext value={remote}>{typeof children === 'function' ? children(page) : children}</RemoteContext>
          </DataProvider>
        </ConsoleContext>
        <AddressProbe onAddress={keep} />
      </MemoryRouter>
    </Provider>
  );
  // Asynchronous, so that the screen's first work is inside act().
  const { unmount } = await act(async () => render(tree));
  return { ...page, unmount };
}

/** Like the host: ending a session leads to login (S8). */
function Guarded({ isGuest, children }: { readonly isGuest: boolean; readonly children: ReactNode }): ReactNode {
  const session = useAtomValue(sessionAtom);
  return session || isGuest ? children : <Navigate to="/login" replace />;
}

/** Renders a remote's screen as the host does, with a logged-in operator and a fake server at the wire. */
export function renderScreen(
  Screen: ComponentType<ScreenProps>,
  options: RenderScreenOptions = {},
): Promise<RenderedConsole> {
  const { address = '/', screenId = 'screen', session } = options;
  const path = options.path ?? address.replace(/[?#].*$/, '');
  const screen = (
    <Guarded isGuest={session === null}>
      <Screen screenId={screenId} />
    </Guarded>
  );
  const routes = (
    <Routes>
      <Route path={path} element={screen} />
      <Route path="*" element={null} />
    </Routes>
  );
  return renderConsole(routes, options);
}

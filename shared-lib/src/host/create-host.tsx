import { createStore, Provider, useAtomValue } from 'jotai';
import type { ComponentType, ReactNode } from 'react';
import { createApiClient, type ApiClient } from '../api/index.ts';
import type { BatchManager } from '../batch/index.ts';
import { ConsoleContext, DataProvider, provideSends, RemoteContext } from '../console/host.ts';
import { notifySent, type ConsoleServices, type OfferedDeviceAction } from '../console/index.ts';
import { readConfig } from '../contract/index.ts';
import { createEnvelopeCodec } from '../crypto/index.ts';
import { addCatalogue, languages, loadCommonCatalogue, readCatalogue, speak } from '../i18n-host/index.ts';
import { BrowserRouter } from '../router/index.ts';
import {
  browserClock,
  endSessionAtom,
  replacePermissionsAtom,
  restoreSessionAtom,
  sessionAtom,
  sessionEnvironmentAtom,
  signInAtom,
  signOutAtom,
  usableSessionAtom,
  watchExpiry,
  type Credentials,
} from '../session/host.ts';
import type { Session } from '../session/index.ts';

/** What a host says about itself. */
export interface ConsoleHostOptions {
  /** As config.json of the console: `sharedKey`, `apiBase` and what else the API needs. */
  readonly config: unknown;
  /** `hi` for Hindi; default English. Screens bring their own texts, the host those of shared-lib. */
  readonly language?: string | undefined;
  /** Links that screens offer on a device, such as to a command's screen of another remote. */
  readonly deviceActions?: readonly OfferedDeviceAction[] | undefined;
  /** Where a host has batches of its own; without it a screen's batch card says that there are none. */
  readonly loadBatches?: (() => Promise<BatchManager>) | undefined;
}

/** Where a screen of a remote is shown. */
export interface ScreenPlace {
  /** Of its remote, such as `mf-devices`: for what it stores, and for its team's service. */
  readonly remoteId: string;
  /** Without a session: the host's own login. */
  readonly signedOut: ReactNode;
  readonly children: ReactNode;
}

/** A console around screens of remotes, in a page of another host. */
export interface ConsoleHost {
  readonly api: ApiClient;
  /** Throws `ApiError` with the server's message, or `SessionError`. */
  readonly signIn: (credentials: Credentials) => Promise<Session>;
  /** Ends the session here, even if the server does not answer. */
  readonly signOut: () => Promise<void>;
  /** Session, API, router, sends and answers of a page. One around all screens; the router is the page's. */
  readonly Console: ComponentType<{ readonly children: ReactNode }>;
  /** Around each screen, in `Console`. */
  readonly Screen: ComponentType<ScreenPlace>;
}

const noBatches = (): Promise<never> => Promise.reject(new Error('This page has no batches.'));

async function speakIn(id: string | undefined): Promise<void> {
  const language = languages.find((one) => one.id === id);
  if (!language || language.id === 'en') return;
  addCatalogue('shared-lib', readCatalogue(await loadCommonCatalogue(language.id)));
  speak(language);
  document.documentElement.lang = language.id;
}

/**
 * Makes what screens of this console's remotes need, in a page that knows nothing else of it, and resumes a stored
 * session. Once a page. Throws if `config` cannot be used.
 */
export async function createHost(options: ConsoleHostOptions): Promise<ConsoleHost> {
  const config = await readConfig(options.config);
  await speakIn(options.language);
  const { apiBase, backend, names, serverTimeZone } = config;
  const store = createStore();
  const codec = createEnvelopeCodec({ codec: config.codec, sharedKey: config.sharedKey });
  const clock = browserClock;
  const api = createApiClient({
    ...{ apiBase, backend, names, serverTimeZone, codec },
    fetch: (url, init) => fetch(url, init),
    session: () => store.get(usableSessionAtom),
    isOffline: () => !navigator.onLine,
    onAuthorizationFailed: () => store.set(endSessionAtom, 'authorization-failed'),
    onForbidden: (permissions) => void store.set(replacePermissionsAtom, permissions),
  });
  store.set(sessionEnvironmentAtom, { api, codec, storage: localStorage, clock, backend, serverTimeZone });
  provideSends({ store, onChange: notifySent });
  await store.set(restoreSessionAtom);
  endWithTime(store);
  const { deviceActions = [], loadBatches = noBatches } = options;
  const services: ConsoleServices = { config, api, deviceActions, devicePanels: [], homePanels: [], loadBatches };

  function Console({ children }: { readonly children: ReactNode }): ReactNode {
    return (
      <Provider store={store}>
        <BrowserRouter useTransitions={false}>
          <ConsoleContext value={services}>{children}</ConsoleContext>
        </BrowserRouter>
      </Provider>
    );
  }

  function Screen({ remoteId, signedOut, children }: ScreenPlace): ReactNode {
    const session = useAtomValue(sessionAtom);
    if (!session) return signedOut;
    return (
      <DataProvider key={session.email} api={api}>
        <RemoteContext value={{ id: remoteId }}>{children}</RemoteContext>
      </DataProvider>
    );
  }

  return {
    api,
    signIn: (credentials) => store.set(signInAtom, credentials),
    signOut: async () => void (await store.set(signOutAtom)),
    Console,
    Screen,
  };
}

/** Ends each session when its time is up. */
function endWithTime(store: ReturnType<typeof createStore>): void {
  let stop = (): void => undefined;
  const follow = (): void => {
    stop();
    const session = store.get(usableSessionAtom);
    stop = session
      ? watchExpiry(session, {
          clock: browserClock,
          onTick: () => undefined,
          onExpired: () => store.set(endSessionAtom, 'expired'),
        })
      : () => undefined;
  };
  store.sub(usableSessionAtom, follow);
  follow();
}

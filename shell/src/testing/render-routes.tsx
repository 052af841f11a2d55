import type { ScreenModule } from '@device-console/shared-lib/remote';
import { createAcceptedEntries, type UsableRegistry } from '@device-console/shared-lib/trust';
import { browserClock, type ClockPort } from '@device-console/shared-lib/session/host';
import { renderConsole, type RenderConsoleOptions, type RenderedConsole } from '@device-console/shared-lib/testing';
import type { Release } from '../releases/release.ts';
import { renderErrorOf } from '../releases/remote-load-error.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { ConsoleRoutes } from '../routes/console-routes.tsx';
import { EntryRoutes } from '../routes/entry-routes.tsx';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { Remotes } from '../routes/console-runtime.ts';
import { createRemotes } from '../runtime/start-remotes.ts';
import { createHolder } from '../common/holder.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { createRemotesHolder } from '../remotes/remotes-holder.ts';
import { createSessionWatch } from '../session/session-watch.ts';
import { createIdentityPrompt } from '../identity/identity-question.tsx';
import { noBatches } from './fake-batches.ts';
import { readUnsigned, registryDocument, wholeConsole } from './test-registry.ts';

/** Needs no network; records the requested screens as `remote/screen`. */
export interface FakeLoader extends RemoteLoader {
  readonly asked: readonly string[];
}

/** Its screens say which one they are. */
export function fakeLoader(
  load = async (_release: Release, screenId: string): Promise<ScreenModule> => ({
    Screen: () => <h1>{`Screen ${screenId}`}</h1>,
  }),
): FakeLoader {
  const asked: string[] = [];
  const nothing = () => undefined;
  const rest = { loaded: () => null, explain: renderErrorOf, failed: nothing, shown: () => nothing };
  return {
    asked,
    ...rest,
    panels: { ...rest, load: async () => ({ Panel: () => null }) },
    homePanels: { ...rest, load: async (_release, id) => ({ Panel: () => <p>{`Home panel ${id}`}</p> }) },
    provided: {
      versions: {
        react: '19.3.1',
        '@device-console/shared-lib/ui': '1.0.0',
        '@device-console/shared-lib/ui/table': '1.0.0',
      },
      apiVersion: '1.0.0',
    },
    load: (entry, screenId) => {
      asked.push(`${entry.id}/${screenId}`);
      return load(entry, screenId);
    },
  };
}

/** Other tabs without batches, which answer at once. */
export const quietTabs: OtherTabs = {
  watchSending: (onAnswer) => {
    onAnswer(false);
    return () => undefined;
  },
  pauseAll: () => undefined,
  notify: () => undefined,
  onNotice: () => () => undefined,
};

const noFactors = () => ({ status: 'success', message: '', items: [], policy: 'off' });
const noFigures = () => ({ status: 'success', message: '', items: [], failures: [] });

function noReload(): void {
  throw new Error('This test reloads the page: give reloadPage to renderRoutes().');
}

/** Differences from the complete, deployed, healthy console. */
export interface RenderRoutesOptions extends RenderConsoleOptions {
  readonly registry?: Promise<unknown> | undefined;
  readonly readRegistry?: (() => Promise<unknown>) | undefined;
  /** Default: accepts all readable entries. */
  readonly examine?: ((document: unknown) => Promise<UsableRegistry>) | undefined;
  readonly loader?: FakeLoader | undefined;
  readonly batches?: BatchHolder | undefined;
  /** Default: no other tab has a batch. */
  readonly otherTabs?: OtherTabs | undefined;
  readonly reloadPage?: (() => void) | undefined;
  /** The page as the host serves it now; default: nothing is known of it. */
  readonly readPage?: (() => Promise<string>) | undefined;
  /** Default: at once. */
  readonly fetchRemotes?: ((remotes: Remotes) => Promise<Remotes>) | undefined;
  /** Default: at once. */
  readonly fetchBehindLogin?: (() => Promise<{ readonly ConsoleRoutes: typeof ConsoleRoutes }>) | undefined;
  /** Watches for the session's end; default: the browser's. */
  readonly clock?: ClockPort | undefined;
}

/** Over a fake server, registry and loader. */
export async function renderRoutes(
  options: RenderRoutesOptions = {},
): Promise<RenderedConsole & { readonly loader: FakeLoader; readonly remotes: Remotes }> {
  const {
    registry = Promise.resolve(registryDocument(wholeConsole)),
    readRegistry = () => registry,
    loader = fakeLoader(),
    batches = noBatches(),
    otherTabs = quietTabs,
    clock = browserClock,
    examine = readUnsigned,
    reloadPage = noReload,
    readPage = async () => '',
    fetchRemotes = async (remotes: Remotes) => remotes,
    fetchBehindLogin = async () => ({ ConsoleRoutes }),
  } = options;
  const source = { first: registry, read: readRegistry, examine };
  const accepted = createAcceptedEntries(localStorage, 1);
  const made: Remotes[] = [];
  const behindLogin = createHolder(fetchBehindLogin);
  const identity = createHolder(async () => createIdentityPrompt());
  await behindLogin.load().catch(() => undefined);
  const rendered = await renderConsole(
    ({ config, client, store }) => {
      const remotes = createRemotes({
        source,
        accepted,
        provenBefore: async () => null,
        store,
        batches,
        api: client,
        clock,
        now: () => clock.now(),
        reloadPage,
        readPage,
        loader: () => loader,
      });
      made.push(remotes);
      return (
        <EntryRoutes
          runtime={{
            behindLogin,
            remotes: createRemotesHolder(() => fetchRemotes(remotes)),
            config,
            api: client,
            store,
            batches,
            otherTabs,
            secondsSinceInput: () => 0,
            identity,
            watch: createSessionWatch({ store, clock, batches }),
          }}
        />
      );
    },
    {
      onChallenge: async (error, signal) => (await identity.load()).ask(error, signal),
      remoteId: null,
      ...options,
      handlers: {
        platformFigures: noFigures,
        endedPreviews: noFigures,
        ownSessions: noFigures,
        ownFactors: noFactors,
        ...options.handlers,
      },
    },
  );
  const [remotes] = made;
  if (!remotes) throw new Error('The console was not rendered.');
  return { ...rendered, remotes, loader };
}

import type { RegistryEntry, ScreenModule } from '@device-console/shared-lib/remote';
import { browserClock, type ClockPort } from '@device-console/shared-lib/session';
import { renderConsole, type RenderConsoleOptions, type RenderedConsole } from '@device-console/shared-lib/testing';
import { createRegistryStore } from '../remotes/registry-store.ts';
import type { RemoteLoader } from '../remotes/remote-loader.ts';
import { ConsoleRoutes } from '../routes/console-routes.tsx';
import type { BatchHolder } from '../runtime/batch-holder.ts';
import type { OtherTabs } from '../runtime/other-tabs.ts';
import { createSessionWatch } from '../runtime/session-watch.ts';
import { noBatches } from './fake-batches.ts';
import { registryDocument, wholeConsole } from './test-registry.ts';

/** A loader that needs no network, and the screens that were asked for, as `remote/screen`. */
export interface FakeLoader extends RemoteLoader {
  readonly asked: readonly string[];
}

/** A loader of screens that say which one they are. */
function fakeLoader(load = async (_entry: RegistryEntry, screenId: string): Promise<ScreenModule> => ({ Screen: () => <h1>{`Screen ${screenId}`}</h1> })): FakeLoader {
  const asked: string[] = [];
  return {
    asked,
    loaded: () => null,
    load: (entry, screenId) => {
      asked.push(`${entry.id}/${screenId}`);
      return load(entry, screenId);
    },
  };
}

/** Other tabs without batches, which say so at once. */
const quietTabs: OtherTabs = {
  watchSending: (onAnswer) => {
    onAnswer(false);
    return () => undefined;
  },
  pauseAll: () => undefined,
};

/** What differs from the whole console, deployed and healthy. */
export interface RenderRoutesOptions extends RenderConsoleOptions {
  readonly registry?: Promise<unknown> | undefined;
  readonly readRegistry?: (() => Promise<unknown>) | undefined;
  readonly loader?: FakeLoader | undefined;
  readonly batches?: BatchHolder | undefined;
  /** Default: no other tab has a batch. */
  readonly otherTabs?: OtherTabs | undefined;
  /** What the session's end is watched with; default: the browser's clock. */
  readonly clock?: ClockPort | undefined;
}

/** Renders the console's routes over a fake server, registry and loader. */
export async function renderRoutes(options: RenderRoutesOptions = {}): Promise<RenderedConsole & { readonly loader: FakeLoader }> {
  const { registry = Promise.resolve(registryDocument(wholeConsole)), readRegistry = () => registry, loader = fakeLoader(), batches = noBatches(), otherTabs = quietTabs, clock = browserClock() } = options;
  const registryStore = createRegistryStore(registry, readRegistry);
  const rendered = await renderConsole(
    ({ config, client, store }) => (
      <ConsoleRoutes runtime={{ config, api: client, store, registry: registryStore, loader, batches, otherTabs, watch: createSessionWatch({ store, clock, batches }) }} />
    ),
    options,
  );
  return { ...rendered, loader };
}

import type { DevicePanelModule, HomePanelModule, Provided, ScreenModule } from '@device-console/shared-lib/remote';
import { createContainerCache, type ContainerCacheOptions } from './container-cache.ts';
import { createPartLoader, type PartLoader, type PartLoaderOptions } from './part-loader.ts';
import { homePanelRule, panelRule, screenRule, type PartRule } from './part-rules.ts';

/** What a loader needs from its host. */
export interface RemoteLoaderOptions extends ContainerCacheOptions, Omit<PartLoaderOptions, 'containers' | 'provided'> {
  readonly apiVersion: string;
}

/** Loads the parts of remotes: screens, and what they contribute to other screens, all by one mechanism. */
export interface RemoteLoader extends PartLoader<ScreenModule> {
  readonly panels: PartLoader<DevicePanelModule>;
  readonly homePanels: PartLoader<HomePanelModule>;
  /** What this console offers to remotes, which is what their contracts are checked against. */
  readonly provided: () => Provided;
}

/** Makes the loader of a console. */
export function createRemoteLoader({ apiVersion, ...options }: RemoteLoaderOptions): RemoteLoader {
  const provided = (): Provided => ({ versions: options.federation.providedVersions(), apiVersion });
  const containers = createContainerCache(options);
  const loaderOf = <Module>(rule: PartRule<Module>): PartLoader<Module> =>
    createPartLoader(rule, { ...options, containers, provided });
  return { ...loaderOf(screenRule), panels: loaderOf(panelRule), homePanels: loaderOf(homePanelRule), provided };
}

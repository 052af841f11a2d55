import type { OfferedDevicePanel, OfferedHomePanel } from '@device-console/shared-lib/console';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { DevicePanelProps, HomePanelModule } from '@device-console/shared-lib/remote';
import type { DeclaredPanel } from '@device-console/shared-lib/remote/host';
import { isServed } from '../navigation/screen-routes.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { homePanelRule, panelRule, type PartLoader } from './remote-loader.ts';
import { RemotePanel, type PanelPlace, type PanelSurroundings } from './remote-panel.tsx';
import { declaredTitle } from '../releases/declared-title.ts';

/** Remotes' contributions to other screens, besides actions that link to their own. */
export interface OfferedParts {
  readonly devicePanels: readonly OfferedDevicePanel[];
  readonly homePanels: readonly OfferedHomePanel[];
}

export interface ContributionSurroundings extends PanelSurroundings {
  readonly loader: {
    readonly panels: PanelPlace<DevicePanelProps>['loader'];
    readonly homePanels: PartLoader<HomePanelModule>;
  };
}

type OfferedByRelease<Offer> = readonly { readonly declared: DeclaredPanel; readonly offer: Offer }[];

/**
 * Returns the panels of the releases in use, without those that the back end cannot serve (D1a). A release keeps its
 * panels while in use, so that what is shown stays when another remote changes.
 */
export function createOfferedParts(
  remotes: ContributionSurroundings,
): (releases: readonly ChosenRelease[], config: Pick<ConsoleConfig, 'backend' | 'names'>) => OfferedParts {
  const { panels, homePanels } = remotes.loader;
  const onDevice = panelsOf('devicePanels', { loader: panels, rule: panelRule }, remotes);
  const onHome = panelsOf('homePanels', { loader: homePanels, rule: homePanelRule }, remotes);
  return (releases, config) => {
    const served = <Offer,>(of: (release: ChosenRelease) => OfferedByRelease<Offer>): readonly Offer[] =>
      releases
        .flatMap(of)
        .filter(({ declared }) => isServed(declared, config))
        .map(({ offer }) => offer);
    return { devicePanels: served(onDevice), homePanels: served(onHome) };
  };
}

function panelsOf<Given extends object>(
  kind: 'devicePanels' | 'homePanels',
  place: PanelPlace<Given>,
  remotes: PanelSurroundings,
) {
  const made = new WeakMap<ChosenRelease, OfferedByRelease<ReturnType<typeof offeredPanel<Given>>>>();
  return (release: ChosenRelease) => {
    const offered =
      made.get(release) ??
      (release.declaration.contributions?.[kind] ?? []).map((declared) => ({
        declared,
        offer: offeredPanel(release, declared, place, remotes),
      }));
    made.set(release, offered);
    return offered;
  };
}

function offeredPanel<Given extends object>(
  release: ChosenRelease,
  panel: DeclaredPanel,
  place: PanelPlace<Given>,
  remotes: PanelSurroundings,
) {
  const { id, title, order, permission, anyPermission, roles } = panel;
  const Panel = (given: Given) => <RemotePanel {...{ release, panel, place, remotes, given }} />;
  return {
    ...{ id: `${release.id}/${id}`, title: declaredTitle(release.declaration, title), order },
    ...{ permission, anyPermission, roles, Panel },
  };
}

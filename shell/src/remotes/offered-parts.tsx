import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { PanelModule } from '@device-console/shared-lib/remote';
import type { DeclaredPanel } from '@device-console/shared-lib/remote/host';
import { type ReactNode, useState } from 'react';
import { Notice, Spinner } from '@device-console/shared-lib/ui';
import { PendingButton } from '../common/pending-button.tsx';
import { isServed } from '../navigation/screen-routes.ts';
import { type ChosenRelease, declaredTitle } from '../releases/release.ts';
import type { PartLoader, RemoteLoader } from './remote-loader.ts';
import type { ReleaseManager } from './release-manager.ts';
import type { RegistryStore } from './registry-store.ts';
import type { RemoteLoadError } from '../releases/remote-load-error.ts';
import { RemotePart } from './remote-part.tsx';
import { t } from '../t.ts';

interface Surroundings {
  readonly loader: Pick<RemoteLoader, 'panels' | 'homePanels'>;
  /**
   * A failing panel leaves its screen in place, so it never causes a switch of releases: it counts like an uncaught
   * error.
   */
  readonly releaseManager: Pick<ReleaseManager, 'uncaught'>;
  /** Read again by a retry. */
  readonly registry: Pick<RegistryStore, 'refresh'>;
}

/**
 * Returns the panels of the releases in use, without those that the back end cannot serve (D1a). A release keeps its
 * panels while in use, so that what is shown stays when another remote changes.
 */
export function createOfferedParts(remotes: Surroundings) {
  const onDevice = panelsOf('devicePanels', remotes.loader.panels, remotes);
  const onHome = panelsOf('homePanels', remotes.loader.homePanels, remotes);
  return (releases: readonly ChosenRelease[], config: Pick<ConsoleConfig, 'backend' | 'names'>) => {
    const served = (offer: Pick<DeclaredPanel, 'needs'>): boolean => isServed(offer, config);
    return {
      devicePanels: releases.flatMap(onDevice).filter(served),
      homePanels: releases.flatMap(onHome).filter(served),
    };
  };
}

function panelsOf<Given extends object>(
  kind: 'devicePanels' | 'homePanels',
  loader: PartLoader<PanelModule<Given>>,
  remotes: Surroundings,
) {
  const offered = (release: ChosenRelease, panel: DeclaredPanel) => {
    const { id, title, order, permission, anyPermission, roles, needs } = panel;
    const Panel = (given: Given) => <RemotePanel {...{ release, panel, loader, remotes, given }} />;
    const shown = { id: `${release.id}/${id}`, title: declaredTitle(release.declaration, title), order };
    return { ...shown, permission, anyPermission, roles, needs, Panel };
  };
  const made = new WeakMap<ChosenRelease, readonly ReturnType<typeof offered>[]>();
  return (release: ChosenRelease) => {
    const declared = release.declaration.contributions?.[kind] ?? [];
    const panels = made.get(release) ?? declared.map((panel) => offered(release, panel));
    made.set(release, panels);
    return panels;
  };
}

interface RemotePanelProps<Given extends object> {
  readonly release: ChosenRelease;
  readonly panel: DeclaredPanel;
  readonly loader: PartLoader<PanelModule<Given>>;
  readonly given: Given;
  readonly remotes: Surroundings;
}

/** A remote's panel on another's screen: its content, a loading state, or its failure with owner and Retry. */
function RemotePanel<Given extends object>(props: RemotePanelProps<Given>): ReactNode {
  const { release, panel, loader, given, remotes } = props;
  const { id, declaration } = release;
  const [attempt, setAttempt] = useState(0);
  const retry = async (): Promise<void> => {
    await remotes.registry.refresh();
    setAttempt((count) => count + 1);
  };
  const title = declaredTitle(declaration, panel.title);
  const failure = ({ reason }: RemoteLoadError): ReactNode => (
    <Notice
      tone="warning"
      title={t('{title} cannot be shown', { title })}
      actions={
        <PendingButton size="small" act={retry}>
          {t('Retry')}
        </PendingButton>
      }
    >
      {t(
        '{reason}. Everything else on this page still works. Retry; if the problem persists, tell the owner ' +
          'of {id} {version}, {owner}.',
        { reason, id, version: declaration.version, owner: declaration.owner },
      )}
    </Notice>
  );
  return (
    <RemotePart
      key={attempt}
      release={release}
      id={panel.id}
      loader={loader}
      onFailure={remotes.releaseManager.uncaught}
      onDoubt={remotes.releaseManager.uncaught}
      waiting={<Spinner label={t('Loading {title}', { title })} />}
      failure={failure}
    >
      {({ Panel }) => <Panel {...given} />}
    </RemotePart>
  );
}

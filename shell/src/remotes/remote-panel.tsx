import { useState, type ReactNode } from 'react';
import type { PanelModule } from '@device-console/shared-lib/remote';
import type { DeclaredPanel } from '@device-console/shared-lib/remote/host';
import { Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import type { ReleaseManager } from './release-manager.ts';
import type { RegistryStore } from './registry-store.ts';
import type { ChosenRelease } from '../releases/release.ts';
import type { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { PartLoader, PartRule } from './remote-loader.ts';
import type { RemoteLog } from './remote-log.ts';
import { RemotePart } from './remote-part.tsx';
import { declaredTitle } from '../releases/declared-title.ts';
import { t } from '../t.ts';

export interface PanelSurroundings {
  readonly log: Pick<RemoteLog, 'failed'>;
  /**
   * A failing panel leaves its screen in place, so it never causes a switch of releases: it counts like an uncaught
   * error.
   */
  readonly releaseManager: Pick<ReleaseManager, 'uncaught'>;
  /** Read again by a retry. */
  readonly registry: Pick<RegistryStore, 'refresh'>;
}

/** How a page's panels are loaded, and their props. */
export interface PanelPlace<Given extends object> {
  readonly loader: PartLoader<PanelModule<Given>>;
  readonly rule: Pick<PartRule<PanelModule<Given>>, 'logPrefix'>;
}

interface RemotePanelProps<Given extends object> {
  readonly release: ChosenRelease;
  readonly panel: DeclaredPanel;
  readonly place: PanelPlace<Given>;
  readonly given: Given;
  readonly remotes: PanelSurroundings;
}

/** A remote's panel on another's screen: its content, a loading state, or its failure with owner and Retry. */
export function RemotePanel<Given extends object>(props: RemotePanelProps<Given>): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const retry = async (): Promise<void> => {
    await props.remotes.registry.refresh();
    setAttempt((count) => count + 1);
  };
  return <Attempt key={attempt} {...props} retry={retry} />;
}

interface AttemptProps<Given extends object> extends RemotePanelProps<Given> {
  readonly retry: () => Promise<void>;
}

function Attempt<Given extends object>(props: AttemptProps<Given>): ReactNode {
  const {
    release,
    panel,
    retry,
    place: { loader, rule },
    given,
    remotes: { log, releaseManager },
  } = props;
  const title = declaredTitle(release.declaration, panel.title);
  return (
    <RemotePart
      release={release}
      id={panel.id}
      loader={loader}
      log={log}
      logPrefix={rule.logPrefix}
      onFailure={releaseManager.uncaught}
      waiting={<Spinner label={t('Loading {title}', { title })} />}
      failure={(error) => <Failure {...{ release, panel, retry, error }} />}
    >
      {({ Panel }) => <Panel {...given} />}
    </RemotePart>
  );
}

type FailureProps = Pick<AttemptProps<object>, 'release' | 'panel' | 'retry'> & { readonly error: RemoteLoadError };

function Failure({ release, panel, retry, error }: FailureProps): ReactNode {
  const [isRetrying, setRetrying] = useState(false);
  const { version, owner } = release.declaration;
  const onPress = (): void => {
    setRetrying(true);
    void retry().finally(() => setRetrying(false));
  };
  return (
    <Notice
      tone="warning"
      title={t('{title} cannot be shown', { title: declaredTitle(release.declaration, panel.title) })}
      actions={
        <Button size="small" isPending={isRetrying} onPress={onPress}>
          {t('Retry')}
        </Button>
      }
    >
      {t(
        '{reason}. Everything else on this page still works. Retry; if the problem persists, tell the owner ' +
          'of {id} {version}, {owner}.',
        { reason: error.reason, id: release.id, version, owner },
      )}
    </Notice>
  );
}

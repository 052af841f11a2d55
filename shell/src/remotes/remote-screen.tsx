import { Component, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { DeclaredScreen, ScreenProps } from '@device-console/shared-lib/remote';
import { Button, Notice, Spinner } from '@device-console/shared-lib/ui';
import type { LeaveGuard } from '../runtime/leave-guard.ts';
import type { Fallback } from './deployed.ts';
import type { Deployment } from './deployment.ts';
import type { RegistryStore } from './registry-store.ts';
import type { ChosenRelease } from './release.ts';
import { RemoteFailurePanel } from './remote-failure-panel.tsx';
import { RemoteLoadError } from './remote-load-error.ts';
import type { RemoteLoader } from './remote-loader.ts';
import type { RemoteLog } from './remote-log.ts';

type Phase =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Screen: ComponentType<ScreenProps> }
  | { readonly status: 'failed'; readonly error: RemoteLoadError };

/** As much of the page's remotes as one screen needs. */
interface ScreenSurroundings {
  readonly loader: Pick<RemoteLoader, 'load' | 'loaded'>;
  readonly log: Pick<RemoteLog, 'failed'>;
  readonly deployment: Pick<Deployment, 'shown' | 'failed' | 'retry' | 'tryNewest'>;
  readonly guard: LeaveGuard;
  /** Read again by a retry, so that it finds what has been published since. */
  readonly registry: Pick<RegistryStore, 'refresh'>;
}

interface RemoteScreenProps {
  readonly release: ChosenRelease;
  readonly screen: DeclaredScreen;
  readonly remotes: ScreenSurroundings;
  /** What stands in for a newer release that failed here, if this does. */
  readonly fallback: Fallback | undefined;
}

/** One screen of a remote in its place: its code, a wait, or a panel that says what failed and whose it is. */
export function RemoteScreen(props: RemoteScreenProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const { release, screen, fallback, remotes: { deployment, registry } } = props;
  const retry = async (): Promise<void> => {
    await registry.refresh();
    deployment.retry(release.id);
    setAttempt((count) => count + 1);
  };
  return (
    <>
      {fallback && <FallbackNotice fallback={fallback} onTryNewest={() => deployment.tryNewest(release.id)} />}
      <Attempt key={`${release.baseUrl} ${release.source} ${screen.id} ${attempt}`} {...props} offersReload={attempt > 0} retry={retry} />
    </>
  );
}

function FallbackNotice({ fallback: { id, failedVersion, wasCanary, shownVersion }, onTryNewest }: { readonly fallback: Fallback; readonly onTryNewest: () => void }): ReactNode {
  return (
    <Notice tone="warning" announce="status" title={`${id} ${failedVersion} failed; showing ${shownVersion}`} actions={<Button size="small" onPress={onTryNewest}>Try the new one</Button>}>
      {wasCanary
        ? 'You were among the first to get the new version. It failed in this browser, which is back at the version that everybody has.'
        : 'The new version failed several times in this browser, which is back at the last version that worked here.'}
    </Notice>
  );
}

function Attempt(props: RemoteScreenProps & { readonly offersReload: boolean; readonly retry: () => Promise<void> }): ReactNode {
  const { release, screen, remotes: { loader, log, deployment, guard } } = props;
  const [phase, setPhase] = useState<Phase>(() => {
    const module = loader.loaded(release, screen.id);
    return module ? { status: 'ready', Screen: module.Screen } : { status: 'loading' };
  });

  useEffect(() => {
    let wanted = true;
    loader.load(release, screen.id).then(
      (module) => wanted && setPhase((now) => (now.status === 'ready' ? now : { status: 'ready', Screen: module.Screen })),
      (error: unknown) => {
        if (!wanted) return;
        setPhase({ status: 'failed', error: asLoadError(release, error) });
        void deployment.failed(release);
      },
    );
    return () => {
      wanted = false;
    };
  }, [release, screen.id, loader, deployment]);

  const panel = (error: RemoteLoadError): ReactNode => <RemoteFailurePanel {...props} guard={guard} error={error} />;
  if (phase.status === 'loading') return <Spinner placement="page" label={`Loading ${screen.title}`} />;
  if (phase.status === 'failed') return panel(phase.error);
  const onFailure = (error: unknown): void => {
    log.failed(release.id, asLoadError(release, error));
    void deployment.failed(release);
  };
  return (
    <ScreenBoundary onFailure={onFailure} fallback={(error) => panel(asLoadError(release, error))}>
      <phase.Screen screenId={screen.id} />
      <Shown release={release} deployment={deployment} />
    </ScreenBoundary>
  );
}

function asLoadError({ declaration }: ChosenRelease, error: unknown): RemoteLoadError {
  if (error instanceof RemoteLoadError) return error;
  return new RemoteLoadError('rendering', declaration, error instanceof Error ? error.message : String(error), { cause: error });
}

/** Tells once that what stands beside it has been rendered without throwing. */
function Shown({ release, deployment }: Pick<RemoteScreenProps, 'release'> & Pick<ScreenSurroundings, 'deployment'>): ReactNode {
  useEffect(() => deployment.shown(release), [release, deployment]);
  return null;
}

interface BoundaryProps {
  readonly onFailure: (error: unknown) => void;
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps a screen that throws while rendering to its own place. */
class ScreenBoundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onFailure(error);
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children;
  }
}

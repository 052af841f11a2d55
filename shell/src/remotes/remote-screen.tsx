import { Component, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { DeclaredScreen, RegistryEntry, ScreenProps } from '@device-console/shared-lib/remote';
import { Button, FailureState, Spinner } from '@device-console/shared-lib/ui';
import { RemoteLoadError } from './remote-load-error.ts';
import type { RemoteLoader } from './remote-loader.ts';

type Phase =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Screen: ComponentType<ScreenProps> }
  | { readonly status: 'failed'; readonly error: unknown };

interface RemoteScreenProps {
  readonly entry: RegistryEntry;
  readonly screen: DeclaredScreen;
  readonly loader: RemoteLoader;
  /** Reads the registry again, so that a retry finds what has been published since. */
  readonly refreshRegistry: () => Promise<void>;
}

/** One screen of a remote in its place: its code, a wait, or a panel that says what failed and whose it is. */
export function RemoteScreen(props: RemoteScreenProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const { refreshRegistry } = props;
  const retry = async (): Promise<void> => {
    await refreshRegistry();
    setAttempt((count) => count + 1);
  };
  return <Attempt key={`${props.entry.baseUrl} ${props.screen.id} ${attempt}`} {...props} retry={retry} />;
}

function Attempt({ entry, screen, loader, retry }: RemoteScreenProps & { retry: () => Promise<void> }): ReactNode {
  const [phase, setPhase] = useState<Phase>(() => {
    const module = loader.loaded(entry, screen.id);
    return module ? { status: 'ready', Screen: module.Screen } : { status: 'loading' };
  });

  useEffect(() => {
    let wanted = true;
    loader.load(entry, screen.id).then(
      (module) => wanted && setPhase((now) => (now.status === 'ready' ? now : { status: 'ready', Screen: module.Screen })),
      (error: unknown) => wanted && setPhase({ status: 'failed', error }),
    );
    return () => {
      wanted = false;
    };
  }, [entry, screen.id, loader]);

  if (phase.status === 'loading') return <Spinner placement="page" label={`Loading ${screen.title}`} />;
  if (phase.status === 'failed') return <RemoteFailurePanel entry={entry} screen={screen} error={phase.error} retry={retry} />;
  return (
    <ScreenBoundary fallback={(error) => <RemoteFailurePanel entry={entry} screen={screen} error={error} retry={retry} />}>
      <phase.Screen screenId={screen.id} />
    </ScreenBoundary>
  );
}

interface PanelProps {
  readonly entry: RegistryEntry;
  readonly screen: DeclaredScreen;
  readonly error: unknown;
  readonly retry: () => Promise<void>;
}

function RemoteFailurePanel({ entry, screen, error, retry }: PanelProps): ReactNode {
  const [isRetrying, setRetrying] = useState(false);
  const known = error instanceof RemoteLoadError;
  const detail = known ? error.detail : error instanceof Error ? error.message : String(error);
  return (
    <FailureState
      title={`${screen.title} cannot be shown`}
      details={[
        { term: 'Reason', value: known ? error.reason : 'It failed while it was shown' },
        { term: 'Detail', value: detail },
        { term: 'Remote', value: entry.id },
        { term: 'Version', value: entry.declaration.version },
        { term: 'Owner', value: entry.declaration.owner },
      ]}
      actions={
        <Button
          isPending={isRetrying}
          onPress={() => {
            setRetrying(true);
            void retry().finally(() => setRetrying(false));
          }}
        >
          Retry
        </Button>
      }
    >
      The rest of the console works on. Retry, and tell the owner named below if it stays like this.
    </FailureState>
  );
}

interface BoundaryProps {
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps a screen that throws while rendering to its own place. */
class ScreenBoundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null };

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } };
  }

  override render(): ReactNode {
    return this.state.failure ? this.props.fallback(this.state.failure.error) : this.props.children;
  }
}

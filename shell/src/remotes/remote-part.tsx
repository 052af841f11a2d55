import { Component, useEffect, useMemo, useState, type ReactNode } from 'react';
import { RemoteContext } from '@device-console/shared-lib/console';
import { Button, Spinner, type ButtonSize } from '@device-console/shared-lib/ui';
import { declaredTitle } from '../releases/declared-title.ts';
import type { ChosenRelease } from '../releases/release.ts';
import { renderErrorOf, type RemoteLoadError } from '../releases/remote-load-error.ts';
import type { PartLoader } from './remote-loader.ts';
import type { RemoteLog } from './remote-log.ts';
import { RemoteTableColumns } from './remote-table-columns.tsx';
import { t } from '../t.ts';

interface BoundaryProps {
  readonly onFailure: (error: unknown) => void;
  readonly fallback: (error: unknown) => ReactNode;
  readonly children: ReactNode;
}

/** Keeps a part of a remote that throws while rendering to its own place. */
class Boundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
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

interface RemotePartProps<Module> {
  readonly release: ChosenRelease;
  readonly part: { readonly id: string; readonly title: string };
  readonly loader: PartLoader<Module>;
  readonly log: Pick<RemoteLog, 'failed'>;
  /** Its name in the log. */
  readonly logId: string;
  /** Told of a release whose part did not come, or threw. */
  readonly onFailed: (release: ChosenRelease) => unknown;
  readonly placement?: 'page' | undefined;
  readonly failure: (error: RemoteLoadError) => ReactNode;
  readonly children: (module: Module) => ReactNode;
}

/**
 * A part of a remote in its place: a wait, its code, or what failed. One attempt for the life of the component: the
 * next one is another component, by its key. `loader` and `onFailed` must not change between renders.
 */
export function RemotePart<Module>(props: RemotePartProps<Module>): ReactNode {
  const { release, part, loader, log, logId, onFailed, placement, failure, children } = props;
  const [module, setModule] = useState(() => loader.loaded(release, part.id));
  const [error, setError] = useState<RemoteLoadError | null>(null);
  useEffect(() => {
    let wanted = true;
    loader.load(release, part.id).then(
      (loaded) => wanted && setModule((now) => now ?? loaded),
      (cause: unknown) => {
        if (!wanted) return;
        setError(renderErrorOf(release, cause));
        void onFailed(release);
      },
    );
    return () => {
      wanted = false;
    };
  }, [release, part.id, loader, onFailed]);
  const remote = useMemo(() => ({ id: release.id }), [release.id]);
  if (error) return failure(error);
  if (!module) {
    const title = declaredTitle(release.declaration, part.title);
    return <Spinner placement={placement} label={t('Loading {title}', { title })} />;
  }
  const onFailure = (thrown: unknown): void => {
    log.failed(release.id, renderErrorOf(release, thrown), logId);
    void onFailed(release);
  };
  return (
    <Boundary onFailure={onFailure} fallback={(thrown) => failure(renderErrorOf(release, thrown))}>
      <RemoteContext value={remote}>
        <RemoteTableColumns>{children(module)}</RemoteTableColumns>
      </RemoteContext>
    </Boundary>
  );
}

/** Tries again what failed; pending as long as that takes. */
export function RetryButton({ retry, size }: { retry: () => Promise<void>; size?: ButtonSize }): ReactNode {
  const [isRetrying, setRetrying] = useState(false);
  const press = (): void => {
    setRetrying(true);
    void retry().finally(() => setRetrying(false));
  };
  return (
    <Button {...(size && { size })} isPending={isRetrying} onPress={press}>
      {t('Retry')}
    </Button>
  );
}

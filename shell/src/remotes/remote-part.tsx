import { Component, type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { RemoteContext } from '@device-console/shared-lib/console/host';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError, renderErrorOf } from '../releases/remote-load-error.ts';
import type { PageWatch } from './page-watch.ts';
import type { PartLoader } from './remote-loader.ts';
import { RemoteTableColumns } from './remote-table-columns.tsx';

interface RemotePartProps<Module> {
  readonly release: ChosenRelease;
  readonly id: string;
  readonly loader: PartLoader<Module>;
  /** Not called for a page that somebody else has changed. Neither this nor the loader may change between renders. */
  readonly onFailure: (release: ChosenRelease) => unknown;
  readonly waiting: ReactNode;
  readonly failure: (error: RemoteLoadError) => ReactNode;
  /** `fail` removes the part. */
  readonly children: (module: Module, fail: (error: RemoteLoadError) => void) => ReactNode;
}

/**
 * A part of a remote: its content, a loading state, or its failure, even of a file that loads later or while it is
 * shown. A component makes one attempt; the next attempt needs another key.
 */
export function RemotePart<Module>(props: RemotePartProps<Module>): ReactNode {
  const { release, id, loader, onFailure, waiting, failure, children } = props;
  const [phase, setPhase] = useState<PartPhase<Module>>(() => {
    const module = loader.loaded(release, id);
    return module ? { status: 'ready', module } : { status: 'loading' };
  });
  const failed = useCallback(
    (error: RemoteLoadError): void => {
      setPhase({ status: 'failed', error });
      if (error.failure !== 'page-changed') void onFailure(release);
    },
    [release, onFailure],
  );
  // At once: an effect would wait for the frame around the part to be painted.
  const loading = useMemo(() => begin(loader, release, id), [loader, release, id]);
  useEffect(() => {
    let wanted = true;
    loading.then(
      (module) => wanted && setPhase((now) => (now.status === 'loading' ? { status: 'ready', module } : now)),
      (error: unknown) => wanted && failed(renderErrorOf(release, error)),
    );
    return () => {
      wanted = false;
    };
  }, [release, loading, failed]);
  const remote = useMemo(() => ({ id: release.id }), [release.id]);
  if (phase.status === 'loading') return waiting;
  if (phase.status === 'failed') return failure(phase.error);
  const fail = (error: RemoteLoadError): void => {
    if (error.failure !== 'page-changed') loader.failed(release, id, error);
    failed(error);
  };
  const caught = (error: unknown): void => {
    const found = loader.explain(release, error);
    if (found instanceof RemoteLoadError) fail(found);
    else void found.then(fail);
  };
  return (
    <Boundary onError={caught}>
      <RemoteContext value={remote}>
        <RemoteTableColumns>{children(phase.module, fail)}</RemoteTableColumns>
        <Watched release={release} shown={loader.shown} fail={fail} />
      </RemoteContext>
    </Boundary>
  );
}

interface WatchedProps {
  readonly release: ChosenRelease;
  readonly shown: PageWatch['shown'];
  readonly fail: (error: RemoteLoadError) => void;
}

/** Its effect runs right after those of the part before it. */
function Watched({ release, shown, fail }: WatchedProps): ReactNode {
  const failed = useEffectEvent(fail);
  useEffect(() => shown(release, (error) => failed(error)), [release, shown]);
  return null;
}

type PartPhase<Module> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly module: Module }
  | { readonly status: 'failed'; readonly error: RemoteLoadError };

/** If the page is left before it is shown, only the log gets the failure. */
function begin<Module>(loader: PartLoader<Module>, release: ChosenRelease, id: string): Promise<Module> {
  const loading = loader.load(release, id);
  loading.catch(() => undefined);
  return loading;
}

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/** Confines an error of a part's rendering to its place, where it shows nothing. */
class Boundary extends Component<BoundaryProps, { hasThrown: boolean }> {
  override state = { hasThrown: false };

  static getDerivedStateFromError(): { hasThrown: boolean } {
    return { hasThrown: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.hasThrown ? null : this.props.children;
  }
}

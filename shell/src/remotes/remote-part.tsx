import { Component, type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { RemoteContext } from '@device-console/shared-lib/console/host';
import { Notice } from '@device-console/shared-lib/ui';
import type { ChosenRelease } from '../releases/release.ts';
import { RemoteLoadError, renderErrorOf } from '../releases/remote-load-error.ts';
import { remoteTitle } from '../releases/decide.ts';
import type { PageWatch, WatchedPart } from './page-watch.ts';
import type { PartLoader } from './remote-loader.ts';
import { RemoteTableColumns } from './remote-table-columns.tsx';
import { t } from '../t.ts';

interface RemotePartProps<Module> {
  readonly release: ChosenRelease;
  readonly id: string;
  readonly loader: PartLoader<Module>;
  /**
   * Not called for a page that somebody else has changed. `stays`: the part is still shown. Neither this nor the loader
   * may change between renders.
   */
  readonly onFailure: (release: ChosenRelease, how?: { readonly stays: boolean }) => unknown;
  /** The release may have failed, or something else on the page. */
  readonly onDoubt: (release: ChosenRelease) => void;
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
  const { release, id, loader, onFailure, onDoubt, waiting, failure, children } = props;
  const [phase, setPhase] = useState<PartPhase<Module>>(() => {
    const module = loader.loaded(release, id);
    return module ? { status: 'ready', module } : { status: 'loading' };
  });
  const [told, setTold] = useState<RemoteLoadError | null>(null);
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
  const tell = (error: RemoteLoadError): void => {
    loader.failed(release, id, error);
    void onFailure(release, { stays: true });
    setTold(error);
  };
  const doubt = (error: RemoteLoadError): void => {
    loader.failed(release, id, error);
    onDoubt(release);
  };
  const caught = (error: unknown): void => {
    const found = loader.explain(release, error);
    if (found instanceof RemoteLoadError) fail(found);
    else void found.then(fail);
  };
  return (
    <Boundary onError={caught}>
      {told && <PutRight release={release} error={told} onDismiss={() => setTold(null)} />}
      <RemoteContext value={remote}>
        <RemoteTableColumns>{children(phase.module, fail)}</RemoteTableColumns>
        <Watched release={release} shown={loader.shown} fail={fail} tell={tell} doubt={doubt} />
      </RemoteContext>
    </Boundary>
  );
}

interface WatchedProps extends WatchedPart {
  readonly release: ChosenRelease;
  readonly shown: PageWatch['shown'];
}

/** Its effect runs right after those of the part before it. */
function Watched({ release, shown, fail, tell, doubt }: WatchedProps): ReactNode {
  const failed = useEffectEvent(fail);
  const told = useEffectEvent(tell);
  const doubted = useEffectEvent(doubt);
  useEffect(
    () =>
      shown(release, {
        fail: (error) => failed(error),
        tell: (error) => told(error),
        doubt: (error) => doubted(error),
      }),
    [release, shown],
  );
  return null;
}

interface PutRightProps {
  readonly release: ChosenRelease;
  readonly error: RemoteLoadError;
  readonly onDismiss: () => void;
}

/** Above a part that did something to the whole page, and stays. */
function PutRight({ release: { id, declaration }, error, onDismiss }: PutRightProps): ReactNode {
  return (
    <Notice
      tone="warning"
      title={t('Something interfered with this page')}
      details={error.message}
      onDismiss={onDismiss}
    >
      {t(
        'The console has put that right, and what you typed is still here. It happened while {title} was shown: ' +
          'please tell its owner, {owner}, what the details say.',
        { title: remoteTitle(id), owner: declaration.owner },
      )}
    </Notice>
  );
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

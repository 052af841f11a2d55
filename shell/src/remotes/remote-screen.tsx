import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useAtomValue } from 'jotai';
import { formatTime, type Sent } from '@device-console/shared-lib/console';
import { lastSentAtom } from '@device-console/shared-lib/console/host';
import type { ScreenModule } from '@device-console/shared-lib/remote';
import type { DeclaredScreen } from '@device-console/shared-lib/remote/host';
import { Actions, Button, FailureState, Notice, Spinner } from '@device-console/shared-lib/ui';
import type { LeaveGuard } from '../common/leave-guard.ts';
import { GuardedButton } from '../common/guarded-button.tsx';
import { PendingButton } from '../common/pending-button.tsx';
import { lastSentText } from '../common/last-sent-text.ts';
import { EndlessWatch } from './endless-watch.tsx';
import type { Fallback, PublishedVersion } from '../releases/decide.ts';
import type { ReleaseManager } from './release-manager.ts';
import type { RegistryStore } from './registry-store.ts';
import { type ChosenRelease, declaredTitle } from '../releases/release.ts';
import { RemoteLoadError } from '../releases/remote-load-error.ts';
import type { PartLoader } from './remote-loader.ts';
import { RemotePart } from './remote-part.tsx';
import { t } from '../t.ts';

interface ScreenSurroundings {
  readonly loader: PartLoader<ScreenModule>;
  readonly releaseManager: Pick<ReleaseManager, 'shown' | 'failed' | 'uncaught' | 'retry' | 'tryNewest'>;
  readonly guard: Pick<LeaveGuard, 'reasonToStay' | 'reload'>;
  /** Read again by a retry, to find what has been published since. */
  readonly registry: Pick<RegistryStore, 'refresh' | 'subscribe' | 'getSnapshot'>;
}

interface RemoteScreenProps {
  readonly release: ChosenRelease;
  readonly screen: DeclaredScreen;
  readonly remotes: ScreenSurroundings;
  /** The newer release that failed here and that this one replaces, if any. */
  readonly fallback: Fallback | undefined;
}

const ENDLESS = t(
  'Its code, or that of a part which another remote adds to it, set state after each render and left the page no ' +
    'time.',
);

/** One screen of a remote: its content, a loading state, or a panel that says what failed and who owns it. */
export function RemoteScreen(props: RemoteScreenProps): ReactNode {
  const [attempt, setAttempt] = useState(0);
  const { release, screen, fallback, remotes } = props;
  const { loader, releaseManager } = remotes;
  const again = useCallback(() => {
    releaseManager.retry(release.id);
    setAttempt((count) => count + 1);
  }, [releaseManager, release.id]);
  const title = declaredTitle(release.declaration, screen.title);
  return (
    <>
      {fallback && <FallbackNotice fallback={fallback} onTryNewest={() => releaseManager.tryNewest(release.id)} />}
      <RemotePart
        key={`${release.baseUrl} ${release.source} ${screen.id} ${attempt}`}
        release={release}
        id={screen.id}
        loader={loader}
        onFailure={releaseManager.failed}
        onDoubt={releaseManager.uncaught}
        waiting={<Spinner placement="page" label={t('Loading {title}', { title })} />}
        failure={(error) => (
          <Failure
            release={release}
            title={title}
            remotes={remotes}
            error={error}
            offersReload={attempt > 0}
            again={again}
          />
        )}
      >
        {({ Screen }, fail) => (
          <>
            <Screen screenId={screen.id} />
            <Shown release={release} releaseManager={releaseManager} />
            <EndlessWatch onEndless={() => fail(new RemoteLoadError('endless-render', release.declaration, ENDLESS))} />
          </>
        )}
      </RemotePart>
    </>
  );
}

interface FallbackNoticeProps {
  readonly fallback: Fallback;
  readonly onTryNewest: () => void;
}

function FallbackNotice({ fallback, onTryNewest }: FallbackNoticeProps): ReactNode {
  const { id, shown } = fallback;
  if (fallback.because === 'withdrawn') {
    return (
      <Notice
        tone="info"
        announce="status"
        title={t('{id} {version} was withdrawn; showing {version2}', {
          id,
          version: fallback.version,
          version2: shown.version,
        })}
      >
        {t('You were among the first to get the new version. It was withdrawn for everybody: {reason}', {
          reason: fallback.reason,
        })}
      </Notice>
    );
  }
  const { failed, wasCanary } = fallback;
  return (
    <Notice
      tone="warning"
      announce="status"
      title={t('{id} {version} failed; showing {version2}', { id, version: failed.version, version2: shown.version })}
      actions={
        <Button size="small" onPress={onTryNewest}>
          {t('Try the new one')}
        </Button>
      }
    >
      {wasCanary
        ? t(
            'You were among the first to get the new version. It failed in this browser, which is back on the ' +
              'version that everybody has.',
          )
        : t(
            'The new version failed several times in this browser, which is back on the last version that worked ' +
              'here.',
          )}
      {t(' Failed: {failed}. Showing: {shown}.', { failed: publication(failed), shown: publication(shown) })}
    </Notice>
  );
}

/** Two publications can have the same version. */
function publication({ version, sequence, publishedAt }: PublishedVersion): string {
  return `${version}, sequence ${sequence}, published ${formatTime(publishedAt) || publishedAt}`;
}

function sequenceIn(registry: ScreenSurroundings['registry'], id: string): number | null {
  const state = registry.getSnapshot();
  return state.status === 'ready' ? (state.registry.entries.find((entry) => entry.id === id)?.sequence ?? null) : null;
}

const ASK_OWNER = t(
  'The rest of the console still works. Retry, and tell the owner named below if the problem persists.',
);

/** The console's own languages are named, because translating is what most often changes a page. */
const PAGE_CHANGED = t(
  'A page translator or another extension of the browser has changed this page, so this screen could not ' +
    'continue. Turn it off for this page, then press Retry. The account menu has the languages of the console.',
);

/** What the operator last sent from this remote, or by the search; null if there is nothing. */
function useLastSent(remote: string): Sent | null {
  const sent = useAtomValue(lastSentAtom);
  const from = sent?.about?.remote;
  return from === null || from === remote ? sent : null;
}

const ownerOf = ({ id, declaration }: ChosenRelease) => [
  { term: t('Remote'), value: id },
  { term: t('Version'), value: declaration.version },
  { term: t('Owner'), value: declaration.owner },
];

interface FailureProps extends Pick<RemoteScreenProps, 'release' | 'remotes'> {
  readonly title: string;
  readonly error: RemoteLoadError;
  /** Retry has failed: a reload may mend what the runtime cannot. */
  readonly offersReload: boolean;
  /** Another attempt, with the registry as it is. */
  readonly again: () => void;
}

/**
 * Stands in the place of a failed screen: what was last sent, the reason, the team that owns it, and what to do. A
 * publication while it is
 * shown may be the repair, so it is tried at once.
 */
function Failure({ release, title, remotes, error, offersReload, again }: FailureProps): ReactNode {
  const { id } = release;
  const { registry, guard } = remotes;
  const sent = useLastSent(id);
  const isPageChange = error.failure === 'page-changed';
  const retry = async (): Promise<void> => {
    await registry.refresh();
    again();
  };
  useEffect(() => {
    // On the host of `npm run dev` a remote is edited while it is shown.
    if (process.env['NODE_ENV'] !== 'development') return undefined;
    const timer = setInterval(() => void registry.refresh(), 1_000);
    return () => clearInterval(timer);
  }, [registry]);
  useEffect(() => {
    const failed = sequenceIn(registry, id);
    return registry.subscribe(() => {
      if (sequenceIn(registry, id) !== failed) again();
    });
  }, [registry, id, again]);
  return (
    <FailureState
      placement="page"
      title={t('{title} cannot be shown', { title })}
      details={[
        ...(sent === null ? [] : [{ term: t('Last sent'), value: lastSentText(sent) }]),
        { term: t('Reason'), value: error.reason },
        { term: t('Detail'), value: error.detail },
        ...(isPageChange ? [] : ownerOf(release)),
      ]}
      actions={
        <Actions>
          <PendingButton act={retry}>{t('Retry')}</PendingButton>
          {offersReload && (
            <GuardedButton label={t('Reload the page')} warning={guard.reasonToStay} onPress={guard.reload} />
          )}
        </Actions>
      }
    >
      {isPageChange ? PAGE_CHANGED : ASK_OWNER}
    </FailureState>
  );
}

/** Reports once its siblings have rendered without an error. */
function Shown({
  release,
  releaseManager,
}: Pick<RemoteScreenProps, 'release'> & Pick<ScreenSurroundings, 'releaseManager'>): ReactNode {
  useEffect(() => releaseManager.shown(release), [release, releaseManager]);
  return null;
}

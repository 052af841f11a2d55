import type { ReactNode } from 'react';
import { addressOf } from '@device-console/shared-lib/console';
import { Link, matchPath, useLocation } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, EmptyState, FailureState, Page, Spinner } from '@device-console/shared-lib/ui';
import type { UnusedRelease } from '../releases/decide.ts';
import { declaredTitle } from '../releases/release.ts';
import { waitingTexts } from '../releases/waiting-texts.ts';
import type { RegistryState } from '../remotes/registry-store.ts';
import { t } from '../t.ts';

interface NoSuchScreenProps {
  readonly registry: RegistryState;
  readonly unused: readonly UnusedRelease[];
  /** Uses a remote's newest release again, although it failed here. */
  readonly onTryNewest: (id: string) => void;
}

/** At an address without a screen: it may still come, only a release that is not in use has it, or no registry is. */
export function NoSuchScreen({ registry, unused, onTryNewest }: NoSuchScreenProps): ReactNode {
  const { pathname } = useLocation();
  if (registry.status === 'loading') return <Spinner placement="page" label={t('Loading the list of screens')} />;
  if (registry.status === 'failed') {
    return (
      <FailureState
        placement="page"
        title={t('The list of screens could not be loaded')}
        details={[{ term: t('Reason'), value: registry.message }]}
        // Reload: the page's security policy was made from the registry that failed, and allows no remote.
        actions={<Button onPress={() => location.reload()}>{t('Retry')}</Button>}
      >
        {t('Home works, the other screens are missing until the registry can be read.')}
      </FailureState>
    );
  }
  const [found] = unused.flatMap((release) => {
    const title = titleAt(release, pathname);
    return title === null ? [] : [{ release, title }];
  });
  if (found) return <UnusedScreen {...found} onTryNewest={onTryNewest} />;
  return (
    <Page title={t('No such screen')}>
      <EmptyState reason="notFound" title={t('There is no screen at {pathname}.', { pathname })} actions={<ToHome />} />
    </Page>
  );
}

/** The title of the screen that a release has at an address; null if it has none there. */
function titleAt({ declaration }: UnusedRelease, pathname: string): string | null {
  const screen = declaration.screens.find(({ path, audiences }) =>
    audiences.some((audience) => matchPath(addressOf(audience, path), pathname)),
  );
  return screen ? declaredTitle(declaration, screen.title) : null;
}

interface UnusedScreenProps extends Pick<NoSuchScreenProps, 'onTryNewest'> {
  readonly release: UnusedRelease;
  readonly title: string;
}

function UnusedScreen({ release, title, onTryNewest }: UnusedScreenProps): ReactNode {
  const { id, declaration, shown } = release;
  const { version } = declaration;
  return (
    <Page title={title}>
      <EmptyState
        reason="notFound"
        title={t('{id} {version} has this screen, and {version2} is in use.', { id, version, version2: shown })}
        actions={
          <Actions>
            {release.because === 'failed' && <Button onPress={() => onTryNewest(id)}>{t('Try the new one')}</Button>}
            <ToHome />
          </Actions>
        }
      >
        {reasonOf(release)}
      </EmptyState>
    </Page>
  );
}

function reasonOf(release: UnusedRelease): string {
  switch (release.because) {
    case 'failed':
      return t('That version failed in this browser.');
    case 'withdrawn':
      return t('That version was withdrawn for everybody: {reason}', { reason: release.reason });
    default:
      return waitingTexts[release.because];
  }
}

function ToHome(): ReactNode {
  return (
    <Link className={buttonClass()} to="/">
      {t('Go to Home')}
    </Link>
  );
}

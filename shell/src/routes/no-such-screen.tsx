import type { ReactNode } from 'react';
import { Link, useLocation } from '@device-console/shared-lib/router';
import { Button, buttonClass, EmptyState, FailureState, Page, Spinner } from '@device-console/shared-lib/ui';
import type { RegistryState } from '../remotes/registry-store.ts';
import { t } from '../t.ts';

/** What stands at an address without a screen: it may still come, or the registry could not be read. */
export function NoSuchScreen({ registry }: { readonly registry: RegistryState }): ReactNode {
  const { pathname } = useLocation();
  if (registry.status === 'loading') return <Spinner placement="page" label={t('Loading the list of screens')} />;
  if (registry.status === 'failed') {
    return (
      <FailureState
        placement="page"
        title={t('The list of screens could not be loaded')}
        details={[{ term: t('Reason'), value: registry.message }]}
        // A reload, because the page's security policy was made from the registry that failed and knows no remote.
        actions={<Button onPress={() => location.reload()}>{t('Retry')}</Button>}
      >
        {t('Home works, the other screens are missing until the registry can be read.')}
      </FailureState>
    );
  }
  return (
    <Page title={t('No such screen')}>
      <EmptyState
        reason="notFound"
        title={t('There is no screen at {pathname}.', { pathname })}
        actions={
          <Link className={buttonClass()} to="/">
            {t('Go to Home')}
          </Link>
        }
      />
    </Page>
  );
}

import { useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useAnswer, QueryNotice } from '@device-console/shared-lib/console';
import { Button, Notice, Page } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { FetchedPage } from '../common/fetched-page.tsx';
import type { RegistryState } from '../remotes/registry-store.ts';
import { homeCode } from './home-code.ts';
import { t } from '../t.ts';

interface DashboardScreenProps {
  readonly batches: BatchHolder;
  readonly routes: readonly ScreenRoute[];
  readonly registry: RegistryState;
}

/** Home's heading, the read of its figures, and Refresh Data (H1, H2). */
export function DashboardScreen({ batches, routes, registry }: DashboardScreenProps): ReactNode {
  const [round, setRound] = useState(0);
  const { state, readAt } = useAnswer(calls.homeData, {}, round);
  return (
    <Page
      title={t('Dashboard')}
      actions={
        <Button isPending={state.status === 'loading'} onPress={() => setRound((count) => count + 1)}>
          {t('Refresh Data')}
        </Button>
      }
    >
      {registry.status === 'failed' && (
        <Notice
          tone="warning"
          title={t('The list of screens could not be loaded')}
          // Reload: the page's security policy was made from the registry that failed, and allows no remote.
          actions={
            <Button size="small" onPress={() => location.reload()}>
              {t('Reload the page')}
            </Button>
          }
        >
          {t('The screens are missing until it can be read. Tell your administrator. Reason: {reason}', {
            reason: registry.message,
          })}
        </Notice>
      )}
      <QueryNotice state={state} title={t('The figures could not be loaded')} />
      <FetchedPage title={t('Home')} load={homeCode} isPart>
        {({ Home }) => <Home figures={state.last} readAt={readAt} round={round} routes={routes} batches={batches} />}
      </FetchedPage>
    </Page>
  );
}

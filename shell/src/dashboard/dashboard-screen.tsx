import { useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useAnswer, QueryNotice } from '@device-console/shared-lib/console';
import { Button, Page } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { FetchedPage } from '../common/fetched-page.tsx';
import { homeCode } from './home-code.ts';
import { t } from '../t.ts';

interface DashboardScreenProps {
  readonly batches: BatchHolder;
  readonly routes: readonly ScreenRoute[];
}

/** Home's heading, the read of its figures, and Refresh Data (H1, H2). */
export function DashboardScreen({ batches, routes }: DashboardScreenProps): ReactNode {
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
      <QueryNotice state={state} title={t('The figures could not be loaded')} />
      <FetchedPage title={t('Home')} load={homeCode} isPart>
        {({ Home }) => <Home figures={state.last} readAt={readAt} round={round} routes={routes} batches={batches} />}
      </FetchedPage>
    </Page>
  );
}

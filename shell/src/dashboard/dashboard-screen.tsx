import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { QueryNotice, useConsole, useQuery } from '@device-console/shared-lib/console';
import { Button, FailureState, Page, Spinner } from '@device-console/shared-lib/ui';
import type { BatchHolder } from '../batches/batch-holder.ts';
import type { ScreenRoute } from '../navigation/screen-routes.ts';
import { homeCode } from './home-code.ts';
import { t } from '../t.ts';

interface DashboardScreenProps {
  readonly batches: BatchHolder;
  readonly routes: readonly ScreenRoute[];
}

/** The dashboard, Home in the menu: its heading, the read of its figures, and Refresh Data (H1, H2). */
export function DashboardScreen({ batches, routes }: DashboardScreenProps): ReactNode {
  const { api } = useConsole();
  const [round, setRound] = useState(0);
  const { state: code, ask: fetchCode } = useQuery(homeCode);
  const { state, ask } = useQuery(
    useCallback(
      async (_: null, signal: AbortSignal) => ({
        figures: await api.call(calls.homeData, {}, { signal }),
        at: Date.now(),
      }),
      [api],
    ),
  );
  useEffect(() => fetchCode(null), [fetchCode]);
  useEffect(() => ask(null), [ask, round]);
  const figures = state.last?.figures ?? null;
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
      {code.last && (
        <code.last.Home
          figures={figures}
          readAt={state.last?.at ?? null}
          round={round}
          routes={routes}
          batches={batches}
        />
      )}
      {!code.last && code.status !== 'failed' && <Spinner placement="page" label={t('Loading Home')} />}
      {code.status === 'failed' && (
        <FailureState
          title={t('Home cannot be shown')}
          details={[{ term: t('Reason'), value: String(code.error) }]}
          actions={<Button onPress={() => fetchCode(null)}>{t('Retry')}</Button>}
        >
          {t('Retry; reload the page if the problem persists.')}
        </FailureState>
      )}
    </Page>
  );
}

import { useCallback, useEffect, type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { formatCount, useConsole, useQuery } from '@device-console/shared-lib/console';
import { Actions, Button, buttonClass, Card, Columns, Notice, Page, StatCard } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

/** The dashboard, Home in the menu: three figures and the sample files (H1, H2). */
export function DashboardScreen(): ReactNode {
  const { api, config } = useConsole();
  const { state, ask } = useQuery(
    useCallback((_: null, signal: AbortSignal) => api.call(calls.homeData, {}, { signal }), [api]),
  );
  useEffect(() => ask(null), [ask]);

  const shown = (figure: 'total_device' | 'deenroll' | 'device_today'): string | undefined =>
    state.last ? formatCount(state.last[figure]) : undefined;

  return (
    <Page
      title={t('Dashboard')}
      actions={
        <Button isPending={state.status === 'loading'} onPress={() => ask(null)}>
          {t('Refresh Data')}
        </Button>
      }
    >
      {state.status === 'failed' && (
        <Notice tone="danger" title={t('The figures could not be loaded')}>
          {state.error.message}
        </Notice>
      )}
      <Columns of="tiles">
        <StatCard label={t('Total Devices')} value={shown('total_device')} />
        <StatCard
          label={t('De-Enrolled Devices')}
          value={shown('deenroll')}
          note="need re-registration"
          tone="warning"
        />
        <StatCard label={t("Today's Registration")} value={shown('device_today')} />
      </Columns>
      <Card
        title={t('Sample files')}
        description={t('The formats that batch uploads accept. Fill in your own devices and save as CSV.')}
      >
        <Actions>
          <a className={buttonClass()} href={config.samples.imei} download="sample.csv">
            {t('Sample CSV')}
          </a>
          <a className={buttonClass()} href={config.samples.notify} download="notification-sample.csv">
            {t('Notification sample CSV')}
          </a>
        </Actions>
      </Card>
    </Page>
  );
}

import { useCallback, type ReactNode } from 'react';
import { calls, isImei } from '@device-console/shared-lib/contract';
import { failureNotice, useConsole, useImeiLookup } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Form, ImeiField, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { AuditResult } from './audit-result.tsx';
import styles from './audit.module.css';
import { t } from '../t.ts';

/** Audit Report By IMEI: all that is known of one device (A1 to A4). */
export function Screen(): ReactNode {
  const { api } = useConsole();
  const { imei, change, ask, state } = useImeiLookup(
    useCallback(
      async (wanted: string, signal: AbortSignal) => {
        const audit = await api.call(calls.auditReportByImei, { imei1: wanted }, { signal });
        return { audit, imei: wanted, at: Date.now() };
      },
      [api],
    ),
  );
  return (
    <Page title={t('Audit Report By IMEI')} lead={t('Registration, release, commands and enrolment of one device.')}>
      <div className={styles['onScreen']}>
        <Card title={t('Find a device')}>
          <Form aria-label={t('Find a device')} onSubmit={() => isImei(imei) && ask(imei)}>
            <ImeiField
              value={imei}
              onChange={change}
              onComplete={ask}
              autoFocus
              invalidText={t('IMEI number must be exactly 15 digits')}
            />
            <Actions>
              <Button type="submit" variant="primary" isPending={state.status === 'loading'}>
                {t('Search')}
              </Button>
            </Actions>
          </Form>
        </Card>
      </div>
      {state.status === 'loading' && <Spinner label={t('Fetching the audit')} />}
      {state.status === 'failed' && (
        <Notice
          tone="danger"
          title={t('Cannot fetch the data now, please try again.')}
          actions={<Button onPress={() => ask(imei)}>{t('Retry')}</Button>}
          {...failureNotice(state.error)}
        />
      )}
      {state.status === 'ready' && <AuditResult {...state.last} />}
    </Page>
  );
}

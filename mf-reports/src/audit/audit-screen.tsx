import type { ReactNode } from 'react';
import { calls, isImei, type DeviceAudit } from '@device-console/shared-lib/contract';
import { useConsole, formatClock, QueryNotice } from '@device-console/shared-lib/console';
import { useImeiAnswer } from '@device-console/shared-lib/records';
import { Actions, Button, Card, Form, ImeiField, Notice, Page, Spinner } from '@device-console/shared-lib/ui';
import { usePrinting } from '@device-console/shared-lib/ui/table';
import { DeviceTimeline } from '@device-console/shared-lib/ui/timeline';
import styles from './audit.module.css';
import { t } from '../t.ts';
import { DownloadWorkbook } from '../tables/download-workbook.tsx';
import { auditSheets, AuditTables } from './audit-tables.tsx';

interface AuditResultProps {
  readonly audit: DeviceAudit;
  readonly imei: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Print it, save it, see it in its four tables and as a timeline (A2 to A4). */
function AuditResult({ audit, imei, at }: AuditResultProps): ReactNode {
  const isPrinting = usePrinting();
  const { backend } = useConsole().config;
  return (
    <>
      <div className={styles['onPaper']}>
        <p>{t('Audit of IMEI {imei}', { imei })}</p>
        <p>{t('As of {time}', { time: formatClock(at) })}</p>
      </div>
      <div className={styles['onScreen']}>
        <Actions>
          <Button onPress={() => window.print()}>{t('Print Report')}</Button>
          <DownloadWorkbook label={t('Download Report')} fileName={`audit-${imei}`} sheets={() => auditSheets(audit)} />
        </Actions>
      </div>
      {/* An existing back end's message is only praise; ours says what it left out. */}
      {backend === 'reference' && audit.message !== '' && <Notice tone="info">{audit.message}</Notice>}
      <AuditTables audit={audit} imei={imei} isPrinting={isPrinting} />
      <Card title={t('Timeline')}>
        <DeviceTimeline audit={audit} imei={imei} />
      </Card>
    </>
  );
}

const bodyOf = (imei1: string) => ({ imei1 });

/** All about one device (A1 to A4). */
export function Screen(): ReactNode {
  const { imei, change, ask, state, of, readAt } = useImeiAnswer(calls.auditReportByImei, bodyOf);
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
      <QueryNotice state={state} onRetry={() => ask(imei)} />
      {state.status !== 'failed' && state.last && readAt !== null && (
        <AuditResult audit={state.last} imei={of} at={readAt} />
      )}
    </Page>
  );
}

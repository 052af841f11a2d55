import type { ReactNode } from 'react';
import { formatClock, useConsole } from '@device-console/shared-lib/console';
import type { DeviceAudit } from '@device-console/shared-lib/contract';
import { Actions, Button, Card, Notice, usePrinting } from '@device-console/shared-lib/ui';
import { DeviceTimeline } from '@device-console/shared-lib/ui/timeline';
import { DownloadWorkbook } from '../tables/download-workbook.tsx';
import { AuditTables } from './audit-tables.tsx';
import { auditSheets } from './audit-workbook.ts';
import styles from './audit.module.css';
import { t } from '../t.ts';

interface AuditResultProps {
  readonly audit: DeviceAudit;
  readonly imei: string;
  /** When the server was asked, in milliseconds since the epoch. */
  readonly at: number;
}

/** An audit: printed, saved, as a timeline, and in its four tables (A2 to A4). */
export function AuditResult({ audit, imei, at }: AuditResultProps): ReactNode {
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
      {/* An existing back end congratulates itself here; ours says what it left out. */}
      {backend === 'reference' && audit.message !== '' && <Notice tone="info">{audit.message}</Notice>}
      <Card title={t('Timeline')}>
        <DeviceTimeline audit={audit} imei={imei} />
      </Card>
      <AuditTables audit={audit} imei={imei} isPrinting={isPrinting} />
    </>
  );
}

import type { ReactNode } from 'react';
import { registrationFilters } from '@device-console/shared-lib/contract';
import { formatClock, writtenRange } from '@device-console/shared-lib/console';
import { Button, Card, EmptyState } from '@device-console/shared-lib/ui';
import { DownloadWorkbook } from '../tables/download-workbook.tsx';
import { countRows } from './fetched-report.ts';
import { ReportTables } from './report-tables.tsx';
import { reportFileName, reportSheets } from './report-workbook.ts';
import type { FetchedReport } from './use-report.ts';
import { t } from '../t.ts';
import { formatCount } from '@device-console/shared-lib/console';

interface ReportActionsProps {
  readonly report: FetchedReport;
  readonly isViewed: boolean;
  readonly onView: (isViewed: boolean) => void;
}

/** Download and View, where there is data (R1). */
export function ReportActions({ report: { question, rows }, isViewed, onView }: ReportActionsProps): ReactNode {
  if (countRows(rows) === 0) return null;
  return (
    <>
      <Button aria-expanded={isViewed} onPress={() => onView(!isViewed)}>
        {isViewed ? t('Hide') : t('View')}
      </Button>
      <DownloadWorkbook
        label={t('Download (Excel)')}
        fileName={reportFileName(question)}
        sheets={() => reportSheets(rows)}
      />
    </>
  );
}

interface ReportResultProps {
  readonly report: FetchedReport;
  readonly isViewed: boolean;
}

/** What was fetched and of which days, and its tables once they are viewed (R1). */
export function ReportResult({ report, isViewed }: ReportResultProps): ReactNode {
  const { question, rows, at } = report;
  const count = countRows(rows);
  const filter =
    question.definition.kind === 'registrations'
      ? t.known(registrationFilters.find(({ value }) => value === question.match)?.title ?? '')
      : '';
  return (
    <>
      <Card title={t('Result')}>
        <p>
          {t('{range} ({zone}){filter}: {count, plural, one {{count} row} other {{count} rows}}, fetched at {at}.', {
            range: writtenRange(question),
            zone: question.timeZone,
            filter: filter === '' ? '' : `, ${filter}`,
            count: formatCount(count),
            at: formatClock(at),
          })}
        </p>
        {count === 0 && (
          <EmptyState title={t('No results found')}>{t('Choose other days, or another report.')}</EmptyState>
        )}
      </Card>
      {isViewed && count > 0 && <ReportTables report={report} />}
    </>
  );
}

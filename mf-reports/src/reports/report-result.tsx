import type { ReactNode } from 'react';
import { registrationFilters } from '@device-console/shared-lib/contract';
import { formatClock, writtenRange } from '@device-console/shared-lib/console';
import { Button, Card, EmptyState } from '@device-console/shared-lib/ui';
import { DownloadWorkbook } from '../tables/download-workbook.tsx';
import { messages } from '../messages.ts';
import { countRows } from './fetched-report.ts';
import { ReportTables } from './report-tables.tsx';
import { reportFileName, reportSheets } from './report-workbook.ts';
import type { FetchedReport } from './use-report.ts';
import { t } from '../t.ts';

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
        {isViewed ? messages.hide : messages.view}
      </Button>
      <DownloadWorkbook
        label={messages.download}
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
      <Card title={messages.result}>
        <p>{messages.shows(writtenRange(question), question.timeZone, filter, count, formatClock(at))}</p>
        {count === 0 && <EmptyState title={messages.noResults}>{messages.noRowsHelp}</EmptyState>}
      </Card>
      {isViewed && count > 0 && <ReportTables report={report} />}
    </>
  );
}

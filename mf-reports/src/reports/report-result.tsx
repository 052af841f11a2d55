import { useState, type ReactNode } from 'react';
import { registrationFilters } from '@device-console/shared-lib/contract';
import { formatClock } from '@device-console/shared-lib/console';
import { Button, Card, EmptyState } from '@device-console/shared-lib/ui';
import { DownloadWorkbook } from '../tables/download-workbook.tsx';
import { messages } from '../messages.ts';
import { writtenRange } from './written-range.ts';
import { countRows } from './fetched-report.ts';
import { ReportTables } from './report-tables.tsx';
import { reportFileName, reportSheets } from './report-workbook.ts';
import type { FetchedReport } from './use-report.ts';

/** What was fetched and of which days; Download and View where there is data (R1). */
export function ReportResult({ report }: { readonly report: FetchedReport }): ReactNode {
  const [isViewed, setIsViewed] = useState(false);
  const { question, rows, at } = report;
  const count = countRows(rows);
  const filter =
    question.definition.kind === 'registrations'
      ? (registrationFilters.find(({ value }) => value === question.match)?.title ?? '')
      : '';
  return (
    <>
      <Card
        title={messages.result}
        actions={
          count > 0 && (
            <>
              <DownloadWorkbook
                label={messages.download}
                fileName={reportFileName(question)}
                sheets={() => reportSheets(rows)}
              />
              <Button aria-expanded={isViewed} onPress={() => setIsViewed(!isViewed)}>
                {isViewed ? messages.hide : messages.view}
              </Button>
            </>
          )
        }
      >
        <p>{messages.shows(writtenRange(question), question.timeZone, filter, count, formatClock(at))}</p>
        {count === 0 && <EmptyState title={messages.noResults} />}
      </Card>
      {isViewed && <ReportTables report={report} />}
    </>
  );
}

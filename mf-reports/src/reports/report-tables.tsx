import { useMemo, type ReactNode, useCallback, useState } from 'react';
import { useDeviceActions, failureText, saveFile, useConsole } from '@device-console/shared-lib/console';
import { Button, Card, Notice, Stack } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { commandColumns, interfaceLegend } from '../tables/command-columns.tsx';
import { auditColumn, enrolmentColumns, fileColumn, registrationColumns, uploadColumns } from './report-columns.tsx';
import type { ReportRow } from './fetch-report.ts';
import { reportFileName } from './report-workbook.ts';
import type { FetchedReport } from './use-report.ts';
import { t } from '../t.ts';

type FileDownload =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly file: string }
  | { readonly status: 'failed'; readonly message: string };

/** By a token in the header, never by a bare link, under the operator's own name (R5, D3). */
function useUploadedFiles(report: string): {
  readonly download: FileDownload;
  readonly save: (row: ReportRow) => void;
} {
  const { api } = useConsole();
  const [download, setDownload] = useState<FileDownload>({ status: 'idle' });
  const save = useCallback(
    ({ file, oldfile }: ReportRow) => {
      setDownload({ status: 'running', file });
      api.download(`files/${report}/${file}`).then(
        (content) => {
          saveFile(oldfile || file, content);
          setDownload({ status: 'idle' });
        },
        (error: unknown) =>
          setDownload({
            status: 'failed',
            message: t('{file} could not be downloaded. {why}', {
              file,
              why: failureText(error, t('Please try again.')),
            }),
          }),
      );
    },
    [api, report],
  );
  return { download, save };
}

interface ReportTableProps<Row> {
  readonly title: string;
  readonly description?: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly exportName: string;
  readonly columnsName: string;
  readonly firstFilter?: string;
  readonly children?: ReactNode;
}

function ReportTable<Row>(props: ReportTableProps<Row>): ReactNode {
  const { title, description, columns, rows, exportName, columnsName, firstFilter, children } = props;
  return (
    <Card title={title} description={description}>
      {children}
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        minHeight={400}
        columnsName={columnsName}
        emptyText={t('No results found')}
        emptyHelp={t('Choose other days, or another report.')}
        isFilterable
        firstFilter={firstFilter}
        exportName={exportName}
      />
    </Card>
  );
}

/** This remote's own action, if the operator may use it (L4, N5). */
const VIEW_AUDIT = 'mf-reports/view-audit';

function useRegistrationColumns(): readonly Column<ReportRow>[] {
  const auditOf = useDeviceActions().find(({ id }) => id === VIEW_AUDIT)?.hrefFor;
  return useMemo(() => [auditColumn<ReportRow>(auditOf), ...registrationColumns], [auditOf]);
}

type OwnTableProps = Pick<ReportTableProps<ReportRow>, 'title' | 'rows' | 'exportName'>;

function Registrations(props: OwnTableProps): ReactNode {
  return <ReportTable {...props} columns={useRegistrationColumns()} columnsName="registrations" />;
}

function Uploads({ report, ...props }: OwnTableProps & { readonly report: string }): ReactNode {
  const { download, save } = useUploadedFiles(report);
  const columns = useMemo(
    () => [
      ...uploadColumns,
      fileColumn((row) => (
        <Button
          size="small"
          aria-label={t('Download {file}', { file: row.file })}
          isPending={download.status === 'running' && download.file === row.file}
          onPress={() => save(row)}
        >
          {t('Download')}
        </Button>
      )),
    ],
    [download, save],
  );
  return (
    <ReportTable {...props} columns={columns} columnsName="uploads">
      {download.status === 'failed' && <Notice tone="danger">{download.message}</Notice>}
    </ReportTable>
  );
}

interface ReportTablesProps {
  readonly report: FetchedReport;
  /** The initial filter of its commands. */
  readonly find: string;
}

/** Word for word (R3 to R5). */
export function ReportTables({ report: { question, rows }, find }: ReportTablesProps): ReactNode {
  const { report } = question.definition;
  const title = t.known(question.definition.title);
  const name = reportFileName(question);
  switch (rows.kind) {
    case 'registrations':
      return <Registrations title={title} rows={rows.items} exportName={name} />;
    case 'enrolments':
      return (
        <ReportTable
          title={title}
          columns={enrolmentColumns}
          rows={rows.items}
          exportName={name}
          columnsName="enrolments"
        />
      );
    case 'commands':
      return (
        <Stack>
          <Uploads
            title={t('Bulk Upload History')}
            rows={rows.items}
            exportName={`${name}-bulkupload`}
            report={report}
          />
          <ReportTable
            title={t('Executed Commands History')}
            description={interfaceLegend}
            columns={commandColumns}
            rows={rows.commands}
            exportName={name}
            columnsName="commands"
            firstFilter={find}
          />
        </Stack>
      );
  }
}

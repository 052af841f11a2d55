import { useMemo, type ReactNode, useCallback, useState } from 'react';
import { useDeviceActions, failureText, saveFile, useConsole, useQuery } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Card, Notice, Stack } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { commandColumns, interfaceLegend } from '../tables/columns.tsx';
import { enrolmentColumns, registrationColumns, reportFileName, uploadColumns } from './report-columns.tsx';
import type { FetchedReport, ReportRow } from './fetch-report.ts';
import { t } from '../t.ts';

interface ReportTableProps<Row> {
  readonly title: string;
  /** The page's heading says the title already. */
  readonly isOnly?: boolean;
  readonly description?: string | undefined;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly exportName: string;
  readonly columnsName: string;
  readonly firstFilter?: string;
  readonly children?: ReactNode;
}

function ReportTable<Row>(props: ReportTableProps<Row>): ReactNode {
  const { title, isOnly = false, description, columns, rows, exportName, columnsName, firstFilter, children } = props;
  return (
    <Card {...(isOnly ? { label: title } : { title, description })}>
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

/** A column of buttons: not in files, and not found by the filter. */
const buttons = { width: 120, denseWidth: 90, isExported: false, text: () => '' } as const;

type OwnTableProps = Pick<ReportTableProps<ReportRow>, 'title' | 'rows' | 'exportName'>;

function Registrations(props: OwnTableProps): ReactNode {
  const auditOf = useDeviceActions().find(({ id }) => id === VIEW_AUDIT)?.hrefFor;
  const columns = useMemo(() => {
    const action: Column<ReportRow> = {
      ...buttons,
      id: 'action',
      header: t('Action'),
      cell: ({ imei1 }) =>
        auditOf &&
        imei1 !== '' && (
          <Link className={buttonClass({ size: 'small' })} to={auditOf(imei1)}>
            {t('View Audit')}
          </Link>
        ),
    };
    return [action, ...registrationColumns];
  }, [auditOf]);
  return <ReportTable {...props} isOnly columns={columns} columnsName="registrations" />;
}

/** Fetches files by a token in the header, never by a bare link, under the operator's own name (R5, D3). */
function Uploads({ report, ...props }: OwnTableProps & { readonly report: string }): ReactNode {
  const { api } = useConsole();
  const [asked, setAsked] = useState('');
  const { state, ask } = useQuery(
    useCallback(
      async ({ file, oldfile }: ReportRow) => saveFile(oldfile || file, await api.download(`files/${report}/${file}`)),
      [api, report],
    ),
  );
  const isPending = state.status === 'loading';
  const columns = useMemo(() => {
    const download: Column<ReportRow> = {
      ...buttons,
      id: 'download',
      header: t('Download'),
      cell: (row) =>
        row.file !== '' && (
          <Button
            size="small"
            aria-label={t('Download {file}', { file: row.file })}
            isPending={isPending && asked === row.file}
            onPress={() => {
              setAsked(row.file);
              ask(row);
            }}
          >
            {t('Download')}
          </Button>
        ),
    };
    return [...uploadColumns, download];
  }, [isPending, asked, ask]);
  return (
    <ReportTable {...props} columns={columns} columnsName="uploads">
      {state.status === 'failed' && (
        <Notice tone="danger">
          {t('{file} could not be downloaded. {why}', {
            file: asked,
            why: failureText(state.error, t('Please try again.')),
          })}
        </Notice>
      )}
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
          isOnly
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

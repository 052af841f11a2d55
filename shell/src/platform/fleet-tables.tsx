import type { ReactNode } from 'react';
import type { FailureFigures, ReleaseFigures } from '@device-console/shared-lib/contract';
import { formatTime } from '@device-console/shared-lib/console';
import { DefinitionList } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import styles from './fleet-tables.module.css';
import { kindTitle, milliseconds, NOTHING, reportedSource } from './platform-texts.ts';
import { t } from '../t.ts';

/** A column of whole numbers. */
function numbers<Row>(id: string, header: string, of: (row: Row) => number): Column<Row> {
  return { id, header, align: 'end', cell: of, sortValue: of, kind: 'number' };
}

function time(id: 'p50' | 'p95', header: string): Column<ReleaseFigures> {
  return {
    id,
    header,
    align: 'end',
    kind: 'number',
    cell: (row) => milliseconds(row[id]),
    sortValue: (row) => row[id] ?? -1,
    text: (row) => String(row[id] ?? ''),
  };
}

const releaseColumns: readonly Column<ReleaseFigures>[] = [
  {
    id: 'remote',
    header: t('Remote'),
    isRowHeader: true,
    cell: ({ remote }) => remote,
    sortValue: ({ remote }) => remote,
  },
  {
    id: 'version',
    header: t('Version'),
    cell: ({ version }) => version || NOTHING,
    sortValue: ({ version }) => version,
  },
  {
    id: 'source',
    header: t('Source'),
    cell: ({ source }) => reportedSource(source),
    sortValue: ({ source }) => reportedSource(source),
  },
  numbers('loads', t('Loads'), ({ loads }) => loads),
  time('p50', t('Median load time')),
  time('p95', t('95th percentile')),
  numbers('failures', t('Failures'), ({ failures }) => failures),
  numbers('operators', t('Operators affected'), ({ operators }) => operators),
  { id: 'release', header: t('Build'), cell: ({ release }) => release || NOTHING, sortValue: ({ release }) => release },
];

/** Every build that somebody used. */
export function FleetReleases({ releases }: { readonly releases: readonly ReleaseFigures[] }): ReactNode {
  return (
    <DataTable
      label={t('Builds of all operators')}
      columns={releaseColumns}
      rows={releases}
      minHeight={160}
      exportName="platform-figures"
      rowKey={({ remote, source, version, release }) => [remote, source, version, release].join(' ')}
      emptyText={t('No page has reported anything in this time.')}
    />
  );
}

const failureColumns: readonly Column<FailureFigures>[] = [
  {
    id: 'last',
    header: t('Last seen'),
    cell: ({ lastAt }) => formatTime(lastAt) || NOTHING,
    sortValue: ({ lastAt }) => lastAt,
  },
  { id: 'remote', header: t('Remote'), cell: ({ remote }) => remote, sortValue: ({ remote }) => remote },
  {
    id: 'version',
    header: t('Version'),
    cell: ({ version }) => version || NOTHING,
    sortValue: ({ version }) => version,
  },
  { id: 'kind', header: t('What'), cell: ({ kind }) => kindTitle(kind), sortValue: ({ kind }) => kindTitle(kind) },
  {
    id: 'message',
    header: t('Message'),
    isRowHeader: true,
    cell: ({ message }) => message || NOTHING,
    sortValue: ({ message }) => message,
  },
  numbers('count', t('Times'), ({ count }) => count),
  numbers('operators', t('Operators'), ({ operators }) => operators),
];

/** The kinds of failures that were met, the one met last first. */
export function FleetFailures({ failures }: { readonly failures: readonly FailureFigures[] }): ReactNode {
  return (
    <DataTable
      label={t('Failures of all operators')}
      columns={failureColumns}
      rows={failures}
      rowKey={({ id }) => id}
      minHeight={160}
      emptyText={t('No operator had a failure in this time.')}
      exportName="platform-failures"
    />
  );
}

/** One kind of failure, with the stack as it was met first. */
export function FailureDetails({ failure }: { readonly failure: FailureFigures }): ReactNode {
  const { remote, owner, source, release, screen, browser, firstAt, stack } = failure;
  return (
    <DefinitionList
      isWide
      items={[
        { term: t('Owner'), value: owner || NOTHING },
        { term: t('Build'), value: [remote, release].filter(Boolean).join(' ') },
        { term: t('Source'), value: reportedSource(source) },
        { term: t('Screen'), value: screen || NOTHING },
        { term: t('First seen'), value: formatTime(firstAt) || NOTHING },
        { term: t('Browser'), value: browser || NOTHING },
        { term: t('Stack'), value: stack === '' ? NOTHING : <code className={styles['stack']}>{stack}</code> },
      ]}
    />
  );
}

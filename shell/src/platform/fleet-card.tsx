import { useState, type ReactNode } from 'react';
import {
  calls,
  type FailureFigures,
  type FiguresAnswer,
  type ReleaseFigures,
} from '@device-console/shared-lib/contract';
import { formatTime, useAnswer, QueryNotice } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Select, Spinner, Stack, type SelectOption } from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { failureName, kindTitle, milliseconds, NOTHING, reportedSource, wordColumn } from './platform-texts.ts';
import { t } from '../t.ts';
import styles from './fleet-tables.module.css';

function numbers<Row>(id: string, header: string, of: (row: Row) => number): Column<Row> {
  return { id, header, align: 'end', sortValue: of, kind: 'number' };
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
  { id: 'remote', header: t('Remote'), isRowHeader: true, sortValue: ({ remote }) => remote },
  wordColumn('version', t('Version'), ({ version }) => version),
  { id: 'source', header: t('Source'), sortValue: ({ source }) => reportedSource(source) },
  numbers('loads', t('Loads'), ({ loads }) => loads),
  time('p50', t('Median load time')),
  time('p95', t('95th percentile')),
  numbers('failures', t('Failures'), ({ failures }) => failures),
  numbers('operators', t('Operators affected'), ({ operators }) => operators),
  wordColumn('release', t('Build'), ({ release }) => release),
];

const failureColumns: readonly Column<FailureFigures>[] = [
  {
    id: 'last',
    header: t('Last seen'),
    cell: ({ lastAt }) => formatTime(lastAt) || NOTHING,
    sortValue: ({ lastAt }) => lastAt,
  },
  { id: 'remote', header: t('Remote'), sortValue: ({ remote }) => remote },
  wordColumn('version', t('Version'), ({ version }) => version),
  { id: 'kind', header: t('What'), sortValue: ({ kind }) => kindTitle(kind) },
  wordColumn('message', t('Message'), ({ message }) => message, { isRowHeader: true }),
  numbers('count', t('Times'), ({ count }) => count),
  numbers('operators', t('Operators'), ({ operators }) => operators),
];

function FailureDetails({ failure }: { readonly failure: FailureFigures }): ReactNode {
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

const spans: readonly SelectOption[] = [
  { value: '1', title: t('Last hour') },
  { value: '24', title: t('Last 24 hours') },
  { value: '168', title: t('Last 7 days') },
  { value: '720', title: t('Last 30 days') },
];

/** Loads and failures of remotes on all operators' pages. */
export function FleetCard(): ReactNode {
  const [hours, setHours] = useState('24');
  const { state, ask } = useAnswer(calls.platformFigures, { hours: Number(hours) });
  const { last } = state;
  return (
    <Card
      title={t('All operators')}
      description={t(
        "Loads and failures of every operator's pages, as they reported them. Counted by the hour; a page " +
          'reports within half a minute.',
      )}
    >
      <Stack>
        <Actions>
          <Select label={t('Time')} options={spans} value={hours} onChange={setHours} />
          <Button size="small" isPending={state.status === 'loading'} onPress={ask}>
            {t('Read figures again')}
          </Button>
        </Actions>
        <QueryNotice state={state} title={t('The figures of all operators could not be read')} />
        {last ? (
          <Figures figures={last} />
        ) : (
          state.status === 'loading' && <Spinner label={t('Reading the figures of all operators')} />
        )}
      </Stack>
    </Card>
  );
}

function Figures({ figures: { items, failures } }: { readonly figures: FiguresAnswer }): ReactNode {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown: FailureFigures | undefined = failures.find(({ id }) => id === chosen) ?? failures[0];
  return (
    <>
      <DataTable
        label={t('Builds of all operators')}
        columns={releaseColumns}
        rows={items}
        minHeight={160}
        exportName="platform-figures"
        rowKey={({ remote, source, version, release }) => [remote, source, version, release].join(' ')}
        emptyText={t('No page has reported anything in this time.')}
      />
      <DataTable
        label={t('Failures of all operators')}
        columns={failureColumns}
        rows={failures}
        rowKey={({ id }) => id}
        minHeight={160}
        emptyText={t('No operator had a failure in this time.')}
        exportName="platform-failures"
      />
      {shown && (
        <>
          <Select
            label={t('Failure')}
            options={failures.map((failure) => ({ value: failure.id, title: failureName(failure) }))}
            value={shown.id}
            onChange={setChosen}
          />
          <FailureDetails failure={shown} />
        </>
      )}
    </>
  );
}

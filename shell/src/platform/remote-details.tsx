import type { ReactNode } from 'react';
import type { Requirement } from '@device-console/shared-lib/remote/host';
import { formatClock, formatTime } from '@device-console/shared-lib/console';
import { Stack, StatusBadge } from '@device-console/shared-lib/ui';
import { DefinitionList, type Definition } from '@device-console/shared-lib/ui/chart';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { EVENTS_KEPT, type RemoteEvent } from '../remotes/remote-log.ts';
import {
  fitText,
  kindTitle,
  milliseconds,
  NOTHING,
  originOf,
  sourceMeaning,
  stateBadges,
  stateTime,
  withdrawnText,
  wordColumn,
} from './platform-texts.ts';
import type { RemoteView } from './remote-view.ts';
import { t } from '../t.ts';

const requirementColumns: readonly Column<Requirement>[] = [
  { id: 'key', header: t('Shared part'), isRowHeader: true, sortValue: ({ key }) => key },
  { id: 'required', header: t('Required'), sortValue: ({ required }) => required },
  {
    id: 'provided',
    header: t('Provided'),
    cell: ({ provided }) => provided ?? 'not provided',
    sortValue: ({ provided }) => provided ?? '',
  },
  {
    id: 'fit',
    header: t('Fit'),
    sortValue: fitText,
    cell: (row) => <StatusBadge tone={row.whoMustUpgrade === null ? 'success' : 'danger'}>{fitText(row)}</StatusBadge>,
  },
];

const screenColumns: readonly Column<readonly [string, number]>[] = [
  { id: 'screen', header: t('Screen'), isRowHeader: true, sortValue: ([screen]) => screen },
  {
    id: 'time',
    header: t('First load'),
    align: 'end',
    cell: ([, time]) => milliseconds(time),
    sortValue: ([, time]) => time,
  },
];

const eventColumns: readonly Column<RemoteEvent>[] = [
  { id: 'at', header: t('When'), cell: ({ at }) => formatClock(at), sortValue: ({ at }) => at },
  wordColumn('version', t('Version'), ({ version }) => version),
  { id: 'what', header: t('What'), isRowHeader: true, sortValue: ({ reason }) => kindTitle(reason) },
  { id: 'detail', header: t('Detail'), sortValue: ({ detail }) => detail },
];

/** This page's data on one remote: its build, loads, requirements, failures. */
export function RemoteDetails({ view }: { readonly view: RemoteView }): ReactNode {
  const { record, requirements } = view;
  const { id, events, screenMs } = record;
  return (
    <Stack>
      <DefinitionList isWide items={factsOf(view)} />
      <DataTable
        label={t('Load times of {id}', { id })}
        columns={screenColumns}
        rows={Object.entries(screenMs)}
        rowKey={([screen]) => screen}
        emptyText={t('None of its screens was loaded on this page.')}
        minHeight={160}
      />
      <DataTable
        label={t('Contract of {id}', { id })}
        columns={requirementColumns}
        rows={requirements}
        rowKey={({ key }) => key}
        emptyText={t('It requires nothing from this console.')}
        minHeight={200}
      />
      <DataTable
        label={t('Failures and refusals of {id}', { id })}
        columns={eventColumns}
        rows={events.toReversed()}
        minHeight={160}
        emptyText={t('No failure or refusal on this page. The last {eventsKept} would be listed here.', {
          eventsKept: EVENTS_KEPT,
        })}
      />
    </Stack>
  );
}

function factsOf({ record, entry, canary, withdrawn }: RemoteView): readonly Definition[] {
  const { release, state, entryMs } = record;
  const isLive = !entry || entry.baseUrl === release?.baseUrl;
  const expiresAt = entry?.expiresAt ?? null;
  return [
    { term: t('State'), value: <StatusBadge {...stateBadges[state.status]} /> },
    { term: t('Since'), value: stateTime(state) },
    ...(state.status === 'failed'
      ? [
          { term: t('Reason'), value: kindTitle(state.reason), tone: 'danger' as const },
          { term: t('Detail'), value: state.detail },
          { term: t('Failed attempts'), value: state.attempts },
        ]
      : []),
    { term: t('Version in use'), value: release?.declaration.version ?? NOTHING },
    ...(isLive
      ? []
      : [{ term: t('Live in the registry'), value: entry.declaration.version, tone: 'warning' as const }]),
    { term: t('Sequence'), value: release?.sequence || NOTHING },
    { term: t('Published'), value: formatTime(release?.publishedAt ?? '') || NOTHING },
    { term: t('Publication expires'), value: expiresAt === null ? t('Never') : formatTime(expiresAt) },
    { term: t('Owner'), value: release?.declaration.owner ?? NOTHING },
    { term: t('Origin'), value: release ? originOf(release.baseUrl) : NOTHING },
    {
      term: t('Source'),
      value: sourceMeaning(record),
      ...(release?.source === 'preview' && { tone: 'warning' as const }),
    },
    { term: t('Signed by'), value: release?.keyId ?? NOTHING },
    { term: t('Entry loaded in'), value: milliseconds(entryMs) },
    { term: t('Canary'), value: canary },
    ...(withdrawn ? [{ term: t('Withdrawn'), value: withdrawnText(withdrawn), tone: 'warning' as const }] : []),
  ];
}

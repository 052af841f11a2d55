import type { ReactNode } from 'react';
import { formatClock, formatTime } from '@device-console/shared-lib/console';
import { DefinitionList, Stack, StatusBadge, type Definition } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { isOverride } from '../releases/release.ts';
import { EVENTS_KEPT, type RemoteEvent } from '../remotes/remote-record.ts';
import {
  canaryText,
  eventTitle,
  fitText,
  milliseconds,
  NOTHING,
  originOf,
  sourceMeaning,
  stateBadges,
  stateTime,
  withdrawnText,
} from './platform-texts.ts';
import type { RemoteView, Requirement } from './remote-view.ts';

const requirementColumns: readonly Column<Requirement>[] = [
  { id: 'key', header: 'Shared part', isRowHeader: true, cell: ({ key }) => key, sortValue: ({ key }) => key },
  { id: 'required', header: 'Required', cell: ({ required }) => required, sortValue: ({ required }) => required },
  {
    id: 'provided',
    header: 'Provided',
    cell: ({ provided }) => provided ?? 'not provided',
    sortValue: ({ provided }) => provided ?? '',
  },
  {
    id: 'fit',
    header: 'Fit',
    sortValue: fitText,
    cell: (row) => <StatusBadge tone={row.whoMustUpgrade === null ? 'success' : 'danger'}>{fitText(row)}</StatusBadge>,
  },
];

const screenColumns: readonly Column<readonly [string, number]>[] = [
  { id: 'screen', header: 'Screen', isRowHeader: true, cell: ([screen]) => screen, sortValue: ([screen]) => screen },
  {
    id: 'time',
    header: 'First load',
    align: 'end',
    cell: ([, time]) => milliseconds(time),
    sortValue: ([, time]) => time,
  },
];

const eventColumns: readonly Column<RemoteEvent>[] = [
  { id: 'at', header: 'When', cell: ({ at }) => formatClock(at), sortValue: ({ at }) => at },
  { id: 'version', header: 'Version', cell: ({ version }) => version || NOTHING, sortValue: ({ version }) => version },
  { id: 'what', header: 'What', isRowHeader: true, cell: eventTitle, sortValue: eventTitle },
  { id: 'detail', header: 'Detail', cell: ({ detail }) => detail, sortValue: ({ detail }) => detail },
];

/** All that this page knows of one remote: what is in use, how it loaded, what it requires, what went wrong. */
export function RemoteDetails({ view }: { readonly view: RemoteView }): ReactNode {
  const { record, requirements } = view;
  const { id, events, screenMs } = record;
  return (
    <Stack>
      <DefinitionList isWide items={factsOf(view)} />
      <DataTable
        label={`Load times of ${id}`}
        columns={screenColumns}
        rows={Object.entries(screenMs)}
        rowKey={([screen]) => screen}
        emptyText="None of its screens was loaded on this page."
        minHeight={160}
      />
      <DataTable
        label={`Contract of ${id}`}
        columns={requirementColumns}
        rows={requirements}
        rowKey={({ key }) => key}
        emptyText="It requires nothing from this console."
        minHeight={200}
      />
      <DataTable
        label={`Failures and refusals of ${id}`}
        columns={eventColumns}
        rows={events.toReversed()}
        minHeight={160}
        emptyText={`No failure or refusal on this page. The last ${EVENTS_KEPT} would be listed here.`}
      />
    </Stack>
  );
}

function factsOf(view: RemoteView): readonly Definition[] {
  const { record, liveVersion, canary, withdrawn, overriddenUntil, expiresAt } = view;
  const { version, sequence, owner, baseUrl, source, keyId, publishedAt, state, entryMs } = record;
  return [
    { term: 'State', value: <StatusBadge {...stateBadges[state.status]} /> },
    { term: 'Since', value: stateTime(state) },
    ...(state.status === 'failed'
      ? [
          { term: 'Reason', value: eventTitle(state), tone: 'danger' as const },
          { term: 'Detail', value: state.detail },
          { term: 'Failed attempts', value: state.attempts },
        ]
      : []),
    { term: 'Version in use', value: version || NOTHING },
    ...(liveVersion === null ? [] : [{ term: 'Live in the registry', value: liveVersion, tone: 'warning' as const }]),
    { term: 'Sequence', value: sequence || NOTHING },
    { term: 'Published', value: formatTime(publishedAt) || NOTHING },
    { term: 'Publication expires', value: expiresAt === null ? 'Never' : formatTime(expiresAt) },
    { term: 'Owner', value: owner || NOTHING },
    { term: 'Origin', value: originOf(baseUrl) },
    {
      term: 'Source',
      value: sourceMeaning(record, overriddenUntil),
      ...(isOverride(source) && { tone: 'warning' as const }),
    },
    { term: 'Signed by', value: keyId ?? NOTHING },
    { term: 'Entry loaded in', value: milliseconds(entryMs) },
    { term: 'Canary', value: canary ? canaryText(canary) : 'None' },
    ...(withdrawn ? [{ term: 'Withdrawn', value: withdrawnText(withdrawn), tone: 'warning' as const }] : []),
  ];
}

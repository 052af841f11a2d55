import type { ApprovalRow } from '@device-console/shared-lib/contract';
import { actionTitle, formatCount, formatTime } from '@device-console/shared-lib/console';
import { Actions, Button } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';

const states = {
  waiting: t('Waiting'),
  approved: t('Approved'),
  refused: t('Refused'),
  expired: t('Not decided in time'),
  failed: t('Could not be sent'),
} as const;

/** What somebody may decide about a request. */
export type ApprovalDecision = 'approve' | 'refuse';

const knownStates: Readonly<Record<string, string | undefined>> = states;

export const commandText = ({ action }: ApprovalRow): string => actionTitle(action);

export function targetText({ imei, batchId, devices }: ApprovalRow): string {
  if (batchId !== '')
    return t('{count, plural, one {A list of {count} device} other {A list of {count} devices}}', {
      count: formatCount(devices),
    });
  return imei === 'ALL' ? t('All devices') : imei;
}

const askerText = ({ asker, via }: ApprovalRow): string =>
  via === 'key' ? t('{asker}, by an API key', { asker }) : asker;

function stateText({ state, decider, why }: ApprovalRow): string {
  const title = knownStates[state] ?? state;
  return decider === ''
    ? title
    : why === ''
      ? t('{state} by {decider}', { state: title, decider })
      : t('{state} by {decider}: {why}', { state: title, decider, why });
}

const what: readonly Column<ApprovalRow>[] = [
  { id: 'command', header: t('Command'), cell: commandText, isRowHeader: true, width: 170 },
  { id: 'target', header: t('Devices'), cell: targetText, width: 170 },
  { id: 'asked', header: t('Asked'), cell: ({ createdAt }) => formatTime(createdAt), width: 170 },
];

const asker: Column<ApprovalRow> = { id: 'asker', header: t('Who asks'), cell: askerText, width: 220 };
const until: Column<ApprovalRow> = {
  id: 'until',
  header: t('Until'),
  cell: ({ expiresAt }) => formatTime(expiresAt),
  width: 170,
};

/** What waits, with the buttons that decide (C15). */
export function waitingColumns(
  onDecide: (request: ApprovalRow, decision: ApprovalDecision) => void,
): readonly Column<ApprovalRow>[] {
  return [
    ...what,
    asker,
    until,
    {
      id: 'decision',
      header: t('Decision'),
      width: 200,
      isExported: false,
      cell: (request) => (
        <Actions>
          <Button
            size="small"
            aria-label={t('Approve: {command} for {asker}', { command: commandText(request), asker: request.asker })}
            onPress={() => onDecide(request, 'approve')}
          >
            {t('Approve')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={t('Refuse: {command} for {asker}', { command: commandText(request), asker: request.asker })}
            onPress={() => onDecide(request, 'refuse')}
          >
            {t('Refuse')}
          </Button>
        </Actions>
      ),
    },
  ];
}

const state: Column<ApprovalRow> = { id: 'state', header: t('State'), cell: stateText, width: 300 };

export const ownColumns: readonly Column<ApprovalRow>[] = [...what, until, state];

export const decidedColumns: readonly Column<ApprovalRow>[] = [...what, asker, state];

import type { ApprovalRow } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Actions, Button } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { actionTitle } from '../operations/command-columns.tsx';
import { approvalMessages as texts } from './approval-messages.ts';

/** What somebody may decide about a request. */
export type ApprovalDecision = 'approve' | 'refuse';

const knownStates: Readonly<Record<string, string | undefined>> = texts.states;

export const commandText = ({ action }: ApprovalRow): string => actionTitle(action);

/** The device, all of them, or how many a list has. */
export function targetText({ imei, batchId, devices }: ApprovalRow): string {
  if (batchId !== '') return texts.batch(formatCount(devices));
  return imei === 'ALL' ? texts.all : imei;
}

const askerText = ({ asker, via }: ApprovalRow): string => (via === 'key' ? texts.byKey(asker) : asker);

function stateText({ state, decider, why }: ApprovalRow): string {
  const title = knownStates[state] ?? state;
  return decider === '' ? title : texts.stateBy(title, decider, why);
}

const what: readonly Column<ApprovalRow>[] = [
  { id: 'command', header: texts.command, cell: commandText, isRowHeader: true, width: 170 },
  { id: 'target', header: texts.target, cell: targetText, width: 170 },
  { id: 'asked', header: texts.asked, cell: ({ createdAt }) => formatTime(createdAt), width: 170 },
];

const asker: Column<ApprovalRow> = { id: 'asker', header: texts.asker, cell: askerText, width: 220 };
const until: Column<ApprovalRow> = {
  id: 'until',
  header: texts.until,
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
      header: texts.decision,
      width: 200,
      isExported: false,
      cell: (request) => (
        <Actions>
          <Button
            size="small"
            aria-label={texts.approveOf(commandText(request), request.asker)}
            onPress={() => onDecide(request, 'approve')}
          >
            {texts.approve}
          </Button>
          <Button
            size="small"
            variant="quiet"
            aria-label={texts.refuseOf(commandText(request), request.asker)}
            onPress={() => onDecide(request, 'refuse')}
          >
            {texts.refuse}
          </Button>
        </Actions>
      ),
    },
  ];
}

const state: Column<ApprovalRow> = { id: 'state', header: texts.state, cell: stateText, width: 300 };

/** What one has asked for. */
export const ownColumns: readonly Column<ApprovalRow>[] = [...what, until, state];

/** What others asked for, and what became of it. */
export const decidedColumns: readonly Column<ApprovalRow>[] = [...what, asker, state];

import { commandByAction, type OperationsCommandRow } from '@device-console/shared-lib/contract';
import { formatCount, formatTime } from '@device-console/shared-lib/console';
import { Checkbox, HiddenText, Imei } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { CommandStateBadge, stateTitle } from './command-state.tsx';
import { operationsMessages as texts } from './operations-messages.ts';
import { t } from '../t.ts';

/** The title of the command that an action of the wire sends; one that none sends as it came. */
export function actionTitle(action: string): string {
  const found = commandByAction(action);
  if (!found) return action;
  const { command, variant } = found;
  return variant.choice ? `${t.known(command.title)}, ${t.known(variant.choice.title)}` : t.known(command.title);
}

/** The columns of the commands of the queue. */
export function commandColumns(
  chosen: ReadonlySet<string>,
  onChoose: (key: string, isChosen: boolean) => void,
): readonly Column<OperationsCommandRow>[] {
  const choose: Column<OperationsCommandRow> = {
    id: 'choose',
    header: texts.choose,
    width: 90,
    isExported: false,
    cell: ({ key, imei }) => (
      <Checkbox isSelected={chosen.has(key)} onChange={(isChosen) => onChoose(key, isChosen)}>
        <HiddenText>{texts.chooseOne(imei)}</HiddenText>
      </Checkbox>
    ),
  };
  return [choose, ...factColumns];
}

const factColumns: readonly Column<OperationsCommandRow>[] = [
  {
    id: 'imei',
    header: texts.imei,
    width: 190,
    cell: ({ imei }) => <Imei imei={imei} />,
    text: ({ imei }) => imei,
    isRowHeader: true,
  },
  {
    id: 'action',
    header: texts.action,
    width: 160,
    cell: ({ action }) => actionTitle(action),
    sortValue: ({ action }) => actionTitle(action),
  },
  {
    id: 'state',
    header: texts.state,
    width: 150,
    cell: ({ state }) => <CommandStateBadge state={state} />,
    sortValue: ({ state }) => stateTitle(state),
  },
  { id: 'reason', header: texts.reasonOf, width: 260, cell: ({ reason }) => reason, priority: 'useful' },
  {
    id: 'created',
    header: texts.created,
    width: 180,
    kind: 'date',
    cell: ({ createdAt }) => formatTime(createdAt),
    sortValue: ({ createdAt }) => createdAt,
  },
  {
    id: 'updated',
    header: texts.updated,
    width: 180,
    kind: 'date',
    priority: 'extra',
    cell: ({ updatedAt }) => formatTime(updatedAt),
    sortValue: ({ updatedAt }) => updatedAt,
  },
  { id: 'user', header: texts.user, width: 190, cell: ({ user }) => user, priority: 'useful' },
  {
    id: 'approved',
    header: texts.approvedBy,
    width: 190,
    priority: 'extra',
    cell: ({ approvedBy }) => approvedBy,
  },
  {
    id: 'attempts',
    header: texts.attempts,
    width: 100,
    kind: 'number',
    align: 'end',
    priority: 'extra',
    cell: ({ attempts }) => formatCount(attempts),
    sortValue: ({ attempts }) => attempts,
  },
];

import type { OperationsCommandRow } from '@device-console/shared-lib/contract';
import { timeColumn, actionTitle, formatCount } from '@device-console/shared-lib/console';
import { Checkbox, CommandStateBadge, commandStateTitle, HiddenText, Imei } from '@device-console/shared-lib/ui';
import type { Column } from '@device-console/shared-lib/ui/table';
import { t } from '../t.ts';

export function commandColumns(
  chosen: ReadonlySet<string>,
  onChoose: (key: string, isChosen: boolean) => void,
): readonly Column<OperationsCommandRow>[] {
  const choose: Column<OperationsCommandRow> = {
    id: 'choose',
    header: t('Choose'),
    width: 90,
    isExported: false,
    cell: ({ key, imei }) => (
      <Checkbox isSelected={chosen.has(key)} onChange={(isChosen) => onChoose(key, isChosen)}>
        <HiddenText>{t('Choose the command to {imei}', { imei })}</HiddenText>
      </Checkbox>
    ),
  };
  return [choose, ...factColumns];
}

const factColumns: readonly Column<OperationsCommandRow>[] = [
  {
    id: 'imei',
    header: t('IMEI'),
    width: 190,
    cell: ({ imei }) => <Imei imei={imei} />,
    text: ({ imei }) => imei,
    isRowHeader: true,
  },
  { id: 'action', header: t('Command'), width: 160, sortValue: ({ action }) => actionTitle(action) },
  {
    id: 'state',
    header: t('State'),
    width: 150,
    cell: ({ state }) => <CommandStateBadge state={state} />,
    sortValue: ({ state }) => commandStateTitle(state),
  },
  { id: 'reason', header: t('Why'), width: 260, cell: ({ reason }) => reason, priority: 'useful' },
  timeColumn('created', t('Asked for'), ({ createdAt }) => createdAt),
  timeColumn('updated', t('In this state since'), ({ updatedAt }) => updatedAt, { priority: 'extra' }),
  { id: 'user', header: t('User'), width: 190, cell: ({ user }) => user, priority: 'useful' },
  { id: 'approved', header: t('Approved by'), width: 190, priority: 'extra', cell: ({ approvedBy }) => approvedBy },
  {
    id: 'attempts',
    header: t('Attempts'),
    width: 100,
    kind: 'number',
    align: 'end',
    priority: 'extra',
    cell: ({ attempts }) => formatCount(attempts),
    sortValue: ({ attempts }) => attempts,
  },
];

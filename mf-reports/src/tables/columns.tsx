import { type Column, imeiColumn, ShortText } from '@device-console/shared-lib/ui/table';
import { commandDisplayName, commandInterfaces, commandList } from '@device-console/shared-lib/contract';
import { timeColumn } from '@device-console/shared-lib/console';
import { t } from '../t.ts';

/** Counts from 1; the number stays with its row when the table is sorted. */
export const serialColumn: Column<unknown> = {
  id: 'serial',
  header: t('S.No.'),
  cell: (_row, index) => index + 1,
  kind: 'number',
  width: 64,
  denseWidth: 44,
};

export function wordColumn<Row>(
  id: string,
  header: string,
  read: (row: Row) => string,
  width = 150,
  rest: Partial<Column<Row>> = {},
): Column<Row> {
  return { id, header, sortValue: read, width, denseLines: 2, ...rest };
}

/** A row as reports and audits return it (R5, A2). */
export interface CommandRow {
  readonly date_and_time: string;
  readonly createdat: string;
  readonly imei1: string;
  readonly transactionId: string;
  readonly interface: string;
  readonly command: string;
  readonly status: string;
  readonly user: string;
}

/** The command's own name if a report's name for it has no spaces, such as REVOKECREDIT (R8). */
function plainName(name: string): string | undefined {
  return commandList.find(({ variants }) => variants.some(({ reportedAs }) => reportedAs === name))?.title;
}

/** Executed Commands History (R5, R8). */
export const commandColumns: readonly Column<CommandRow>[] = [
  serialColumn,
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, createdat }) => time || createdat),
  imeiColumn('imei1', t('IMEI1'), ({ imei1 }) => imei1, { isRowHeader: true }),
  wordColumn('transaction', t('Transaction ID'), ({ transactionId }) => transactionId, 190, {
    denseWidth: 154,
    denseLines: undefined,
    cell: ({ transactionId }) =>
      transactionId !== '' && (
        <ShortText copiedAs={t('Transaction ID {id}', { id: transactionId })}>{transactionId}</ShortText>
      ),
  }),
  wordColumn('interface', t('Interface'), ({ interface: code }) => code, 100, { denseWidth: 70 }),
  wordColumn('command', t('Command'), ({ command }) => commandDisplayName(command), 150, {
    denseWidth: 120,
    cellHint: ({ command }) => plainName(command),
  }),
  wordColumn('status', t('Status'), ({ status }) => status, 130, { denseWidth: 104 }),
  wordColumn('user', t('User'), ({ user }) => user, 205),
];

/** The letters in the column Interface (R5). */
export const interfaceLegend = t('Interface: {codes}', {
  codes: Object.entries(commandInterfaces)
    .map(([code, name]) => `${code} ${name}`)
    .join(', '),
});

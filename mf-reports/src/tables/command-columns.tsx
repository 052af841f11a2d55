import { commandDisplayName, commandInterfaces, commandList } from '@device-console/shared-lib/contract';
import { type Column, ShortText } from '@device-console/shared-lib/ui/table';
import { imeiColumn, serialColumn, wordColumn } from './columns.tsx';
import { t } from '../t.ts';
import { timeColumn } from '@device-console/shared-lib/console';

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
  serialColumn(),
  timeColumn('time', t('Date and Time'), ({ date_and_time: time, createdat }) => time || createdat),
  imeiColumn('imei1', t('IMEI1'), ({ imei1 }) => imei1, true),
  {
    ...wordColumn<CommandRow>('transaction', t('Transaction ID'), ({ transactionId }) => transactionId, 190),
    cell: ({ transactionId }) =>
      transactionId !== '' && (
        <ShortText copiedAs={t('Transaction ID {id}', { id: transactionId })}>{transactionId}</ShortText>
      ),
  },
  wordColumn('interface', t('Interface'), ({ interface: code }) => code, 100),
  {
    ...wordColumn<CommandRow>('command', t('Command'), ({ command }) => commandDisplayName(command)),
    cellHint: ({ command }) => plainName(command),
  },
  wordColumn('status', t('Status'), ({ status }) => status, 130),
  wordColumn('user', t('User'), ({ user }) => user, 205),
];

/** The letters in the column Interface (R5). */
export const interfaceLegend = t('Interface: {codes}', {
  codes: Object.entries(commandInterfaces)
    .map(([code, name]) => `${code} ${name}`)
    .join(', '),
});

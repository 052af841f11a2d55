import { commandDisplayName, commandInterfaces, commandList } from '@device-console/shared-lib/contract';
import { type Column, ShortText } from '@device-console/shared-lib/ui/table';
import { imeiColumn, serialColumn, wordColumn } from './columns.tsx';
import { t } from '../t.ts';
import { useState, type ReactNode } from 'react';
import { timeColumn, copyText } from '@device-console/shared-lib/console';
import { Button } from '@device-console/shared-lib/ui';
import styles from './tables.module.css';

type Copying = 'idle' | 'copied' | 'refused';

const outcomes: Readonly<Record<Copying, string>> = {
  idle: '',
  copied: t('Copied'),
  refused: t('Not copied: select the text and copy it'),
};

export function CopyableText({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const [{ of, copying }, setState] = useState<{ of: string; copying: Copying }>({ of: text, copying: 'idle' });
  const outcome = of === text ? outcomes[copying] : '';
  const copy = (): void => {
    copyText(text).then(
      (isCopied) => setState({ of: text, copying: isCopied ? 'copied' : 'refused' }),
      (error: unknown) => {
        setState({ of: text, copying: 'refused' });
        reportError(error);
      },
    );
  };
  return (
    <span className={styles['copyable']}>
      <ShortText>{text}</ShortText>
      <Button variant="quiet" size="small" aria-label={label} onPress={copy}>
        {t('Copy')}
      </Button>
      <span role="status">{outcome}</span>
    </span>
  );
}

/** An executed command, as reports and audits return it (R5, A2). */
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
        <CopyableText text={transactionId} label={t('Copy transaction ID {id}', { id: transactionId })} />
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

/** The meaning of the letters in the column Interface (R5). */
export const interfaceLegend = t('Interface: {codes}', {
  codes: Object.entries(commandInterfaces)
    .map(([code, name]) => `${code} ${name}`)
    .join(', '),
});

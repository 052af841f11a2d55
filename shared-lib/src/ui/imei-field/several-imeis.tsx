import { createContext, useContext, type ReactNode } from 'react';
import type { ImeisInText } from '../../contract/imei.ts';
import { Button } from '../button/button.tsx';
import styles from './several-imeis.module.css';
import { t } from '../../i18n/own.ts';
import { unusedText } from './unused-text.ts';

/** What the host does with several IMEIs pasted where one is asked for, and with the rest; null: nothing. */
export const SeveralImeis = createContext<((imeis: readonly string[]) => void) | null>(null);

interface SeveralPastedProps {
  /** Two or more. */
  readonly pasted: Omit<ImeisInText, 'repeated'>;
  /** They have been handed on. */
  readonly onTaken: () => void;
}

/** Says that a list was pasted, in place of a number that is none, and offers to make a batch of it. */
export function SeveralPasted({ pasted: { imeis, unused }, onTaken }: SeveralPastedProps): ReactNode {
  const take = useContext(SeveralImeis);
  const press = (): void => {
    onTaken();
    take?.([...imeis, ...unused]);
  };
  return (
    <div className={styles['several']} role="alert">
      {t('{count} IMEIs.', { count: String(imeis.length) })} {unusedText(unused)}
      {take ? (
        <Button size="small" onPress={press}>
          {t('Make a batch?')}
        </Button>
      ) : (
        ` ${t('This field takes one of them.')}`
      )}
    </div>
  );
}

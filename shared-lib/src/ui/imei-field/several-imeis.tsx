import { createContext, useContext, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import styles from './several-imeis.module.css';
import { t } from '../../i18n/own.ts';

/**
 * What the host does with several IMEIs that were pasted where one is asked for; null where nothing can be done with
 * them.
 */
export const SeveralImeis = createContext<((imeis: readonly string[]) => void) | null>(null);

interface SeveralPastedProps {
  /** Two or more. */
  readonly imeis: readonly string[];
  /** They have been handed on. */
  readonly onTaken: () => void;
}

/** Says that a list was pasted, in place of a number that is none, and offers to make a batch of it. */
export function SeveralPasted({ imeis, onTaken }: SeveralPastedProps): ReactNode {
  const take = useContext(SeveralImeis);
  const press = (): void => {
    onTaken();
    take?.(imeis);
  };
  return (
    <div className={styles['several']} role="alert">
      {t('{count} IMEIs.', { count: String(imeis.length) })}
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

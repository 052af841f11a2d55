import type { ReactNode } from 'react';
import { isImei } from '../../contract/imei.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './imei.module.css';

export interface ImeiProps {
  /** Text other than 15 digits is shown unchanged. */
  readonly imei: string;
  readonly canCopy?: boolean | undefined;
}

/** An IMEI that is easy to compare: groups of 6, 6 and 3 digits, with gaps that are not copied. */
export function Imei({ imei, canCopy = false }: ImeiProps): ReactNode {
  const digits = isImei(imei) ? (
    <span className={styles['imei']}>
      <span>{imei.slice(0, 6)}</span>
      <span>{imei.slice(6, 12)}</span>
      <span>{imei.slice(12)}</span>
    </span>
  ) : (
    <span className={styles['imei']}>{imei}</span>
  );
  if (!canCopy) return digits;
  return (
    <span className={styles['copyable']}>
      {digits}
      <CopyButton key={imei} text={imei} what={`IMEI ${imei}`} />
    </span>
  );
}

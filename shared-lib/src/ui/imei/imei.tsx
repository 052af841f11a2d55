import { type ReactNode, useState } from 'react';
import { isImei } from '../../contract/imei.ts';
import styles from './imei.module.css';
import { copyText } from '../../clipboard/copy-text.ts';
import { Icon } from '../icons/icons.tsx';
import { HiddenText } from '../layout/layout.tsx';
import { t } from '../../i18n/own.ts';

/**
 * An IMEI that is easy to compare: groups of 6, 6 and 3 digits, with gaps that are not copied. Text other than 15
 * digits is shown unchanged.
 */
export function Imei({ imei, canCopy = false }: { readonly imei: string; readonly canCopy?: boolean | undefined }) {
  const groups = isImei(imei) ? [imei.slice(0, 6), imei.slice(6, 12), imei.slice(12)] : [imei];
  const digits = (
    // One text, which screen readers do not read in three pieces.
    <span className={styles['imei']} role="text">
      {groups.map((group, index) => (
        <span key={index}>{group}</span>
      ))}
    </span>
  );
  if (!canCopy) return digits;
  return (
    <span className={styles['copyable']}>
      {digits}
      <CopyButton key={imei} text={imei} what={`IMEI ${imei}`} />
    </span>
  );
}

const names = {
  waiting: (what: string) => t('Copy {what}', { what }),
  copied: (what: string) => t('{what} is copied', { what }),
  refused: (what: string) => t('{what} could not be copied: select it and copy it by hand', { what }),
} as const;

/** Copies a text and says so; `what` names it, such as `IMEI 490154203237518`. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }): ReactNode {
  const [state, setState] = useState<keyof typeof names>('waiting');
  const copy = async (): Promise<void> => setState((await copyText(text)) ? 'copied' : 'refused');
  const name = names[state](what);
  return (
    <>
      <button
        type="button"
        className={styles['copy']}
        data-state={state}
        aria-label={name}
        title={name}
        onClick={() => void copy()}
        onBlur={() => setState('waiting')}
      >
        <Icon name={state === 'copied' ? 'check' : 'copy'} />
      </button>
      <span role="status">{state !== 'waiting' && <HiddenText>{name}</HiddenText>}</span>
    </>
  );
}

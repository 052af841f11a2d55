import { useState, type ReactNode } from 'react';
import { copyText } from '../../clipboard/copy-text.ts';
import { Icon } from '../icons/icons.tsx';
import { HiddenText } from '../layout/layout.tsx';
import styles from './imei.module.css';
import { t } from '../../i18n/own.ts';

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

import { useState, type ReactNode } from 'react';
import { copyText } from '@device-console/shared-lib/console';
import { Button } from '@device-console/shared-lib/ui';
import { ShortText } from '@device-console/shared-lib/ui/table';
import styles from './tables.module.css';
import { t } from '../t.ts';

type Copying = 'idle' | 'copied' | 'refused';

const outcomes: Readonly<Record<Copying, string>> = {
  idle: '',
  copied: t('Copied'),
  refused: t('Not copied: select the text and copy it'),
};

/** A text with a button that copies it and says whether it did. */
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

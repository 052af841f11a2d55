import type { ReactNode } from 'react';
import { Button, Checkbox } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { choosePreference, usePreference } from '../common/preferences.ts';
import { messages } from './search-messages.ts';
import { ShortcutRows } from './shortcut-rows.tsx';
import styles from './shortcuts-dialog.module.css';

/** The shortcuts of the console, and the switch for those of one character. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const areOn = usePreference('singleKeys') === 'on';
  return (
    <Dialog
      title={messages.shortcuts}
      isOpen
      isDismissable
      onClose={onClose}
      actions={
        <Button autoFocus onPress={onClose}>
          {messages.close}
        </Button>
      }
    >
      <dl className={styles['list']}>
        <ShortcutRows className={styles['row']} />
      </dl>
      <Checkbox isSelected={areOn} onChange={(on) => choosePreference('singleKeys', on ? 'on' : 'off')}>
        {messages.singleKeys}
      </Checkbox>
      <p className={styles['help']}>{messages.singleKeysHelp}</p>
    </Dialog>
  );
}

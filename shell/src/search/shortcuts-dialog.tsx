import type { ReactNode } from 'react';
import { Button, Checkbox } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { commandKey, Keys } from './keys.tsx';
import { messages } from './search-messages.ts';
import styles from './shortcuts-dialog.module.css';
import { useSingleKeys } from './single-keys.ts';

/** The shortcuts of the console, and the switch for those of one character. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { areOn, set } = useSingleKeys();
  const shortcuts = [
    { keys: [commandKey(), 'K'], does: messages.shortcutSearch },
    { keys: ['?'], does: messages.shortcutList },
    { keys: ['↑', '↓'], does: messages.shortcutMove },
    { keys: ['Enter'], does: messages.shortcutOpen },
    { keys: ['Esc'], does: messages.shortcutClose },
  ];
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
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={styles['row']}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox isSelected={areOn} onChange={set}>
        {messages.singleKeys}
      </Checkbox>
      <p className={styles['help']}>{messages.singleKeysHelp}</p>
    </Dialog>
  );
}

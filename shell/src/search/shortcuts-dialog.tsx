import type { ReactNode } from 'react';
import { Button } from '@device-console/shared-lib/ui';
import { Checkbox } from '@device-console/shared-lib/ui/fields';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { choosePreference, usePreference } from '../common/preferences.ts';
import { t } from '../t.ts';
import { Keys } from './search-button.tsx';
import styles from './search-dialog.module.css';

const shortcuts = [
  { keys: ['Ctrl', 'K'], does: t('Search, from everywhere') },
  { keys: ['/'], does: t('Find in the menu') },
  { keys: ['?'], does: t('This list') },
  { keys: ['↑', '↓'], does: t('Go through the results') },
  { keys: ['Enter'], does: t('Open or send what is marked') },
  { keys: ['Esc'], does: t('Empty the field, close what is open') },
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const areOn = usePreference('singleKeys') === 'on';
  return (
    <Dialog
      title={t('Keyboard shortcuts')}
      isOpen
      isDismissable
      onClose={onClose}
      actions={
        <Button autoFocus onPress={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <dl className={styles['shortcuts']}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} className={styles['shortcut']}>
            <dt>
              <Keys keys={keys} />
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox isSelected={areOn} onChange={(on) => choosePreference('singleKeys', on ? 'on' : 'off')}>
        {t('Single-key shortcuts')}
      </Checkbox>
      <p className={styles['muted']}>
        {t('Switch them off if your speech input or another tool sends single characters.')}
      </p>
    </Dialog>
  );
}

import { useState, type ReactNode } from 'react';
import { Actions, buttonClass, Select } from '@device-console/shared-lib/ui';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { isChosen, type Start } from './role-presets.ts';
import styles from './users.module.css';
import { t } from '../t.ts';

interface PermissionStartsProps {
  readonly presets: readonly Start[];
  /** Users whose permissions can be copied. */
  readonly users: readonly Start[];
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
}

/** Chooses the permissions of a role or of another user at one press; the boxes below then show and change them. */
export function PermissionStarts({ presets, users, chosen, onChoose }: PermissionStartsProps): ReactNode {
  const [copiedId, setCopiedId] = useState('');
  const copied = users.find(({ id }) => id === copiedId);
  const copy = (id: string): void => {
    setCopiedId(id);
    onChoose(users.find((user) => user.id === id)?.ids ?? chosen);
  };
  if (presets.length === 0 && users.length === 0) return null;
  return (
    <div className={styles['starts']}>
      {presets.length > 0 && (
        <div role="group" aria-label={t('Start with')} className={styles['presets']}>
          <span aria-hidden="true">{t('Start with')}</span>
          <Actions>
            {presets.map((preset) => (
              <PresetButton
                key={preset.id}
                preset={preset}
                isPressed={isChosen(preset, chosen)}
                onPress={() => onChoose(preset.ids)}
              />
            ))}
          </Actions>
        </div>
      )}
      {users.length > 0 && (
        <Select
          label={t('Copy from a user')}
          placeholder={t('Choose a user')}
          options={users.map(({ id, title }) => ({ value: id, title }))}
          value={copied !== undefined && isChosen(copied, chosen) ? copied.id : ''}
          onChange={copy}
        />
      )}
    </div>
  );
}

interface PresetButtonProps {
  readonly preset: Start;
  readonly isPressed: boolean;
  readonly onPress: () => void;
}

/** A click leaves the focus in the field that is being filled in, so that Enter still sends the form. */
function PresetButton({ preset, isPressed, onPress }: PresetButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={buttonClass({ size: 'small' })}
      aria-pressed={isPressed}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {isPressed && <LineIcon name="check" size={14} />}
      {preset.title}
    </button>
  );
}

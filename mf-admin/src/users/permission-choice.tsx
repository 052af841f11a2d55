import { useState, type ReactNode } from 'react';
import { Actions, Button, Checkbox, CheckboxGroup, TextField } from '@device-console/shared-lib/ui';
import type { Permission } from './use-permissions.ts';
import styles from './users.module.css';
import { t } from '../t.ts';

interface PermissionChoiceProps {
  readonly permissions: readonly Permission[];
  /**
   * Ids that the user had when the dialog opened: one that is not in the list any more is shown by its number and kept.
   */
  readonly given: readonly number[];
  readonly chosen: readonly number[];
  /** What chooses many of them at once. */
  readonly starts: ReactNode;
  readonly onChange: (chosen: readonly number[]) => void;
}

/** A checkbox for each permission, with a search and buttons for all of them (U2, U3, D20). */
export function PermissionChoice({ permissions, given, chosen, starts, onChange }: PermissionChoiceProps): ReactNode {
  const [wanted, setWanted] = useState('');
  const offered = withUnknown(permissions, given);
  const found = offered.filter(({ permission_name: name }) =>
    [name, t.known(name)].some((title) => title.toLowerCase().includes(wanted.trim().toLowerCase())),
  );
  const isSearching = wanted.trim() !== '';
  const set = new Set(chosen);
  const change = (ids: readonly number[], isSelected: boolean): void => {
    const others = chosen.filter((id) => !ids.includes(id));
    onChange(isSelected ? [...others, ...ids] : others);
  };
  const foundIds = found.map(({ id }) => id);

  return (
    <CheckboxGroup
      label={t('Permissions')}
      description={t('{count} of {total} chosen', { count: set.size, total: offered.length })}
    >
      {starts}
      <div className={styles['tools']}>
        <TextField
          label={t('Find a permission')}
          value={wanted}
          onChange={setWanted}
          autoComplete="off"
          spellCheck="false"
        />
        <Actions>
          <Button size="small" isDisabled={found.length === 0} onPress={() => change(foundIds, true)}>
            {isSearching ? t('Select the {count} found', { count: found.length }) : t('Select all')}
          </Button>
          <Button size="small" isDisabled={found.length === 0} onPress={() => change(foundIds, false)}>
            {isSearching ? t('Unselect the {count} found', { count: found.length }) : t('Select none')}
          </Button>
        </Actions>
      </div>
      {found.map(({ id, permission_name: name }) => (
        <Checkbox key={id} isSelected={set.has(id)} onChange={(isSelected) => change([id], isSelected)}>
          {t.known(name)}
        </Checkbox>
      ))}
      {found.length === 0 && (
        <p className={styles['whole']} role="status">
          {t('No permission matches.')}
        </p>
      )}
    </CheckboxGroup>
  );
}

function withUnknown(permissions: readonly Permission[], given: readonly number[]): readonly Permission[] {
  const known = new Set(permissions.map(({ id }) => id));
  const unknown = given.filter((id) => !known.has(id));
  return [
    ...permissions,
    ...unknown.map((id) => ({ id, permission_name: t('Number {id}, which is not in the list', { id }) })),
  ];
}

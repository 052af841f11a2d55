import { type ReactNode, useState } from 'react';
import { QueryNotice, type Answered } from '@device-console/shared-lib/console';
import type { UserRow, AnswerOf, calls, PermissionName } from '@device-console/shared-lib/contract';
import { Button, Notice, Actions, buttonClass, Select, TextField } from '@device-console/shared-lib/ui';
import { Checkbox, CheckboxGroup } from '@device-console/shared-lib/ui/fields';
import { LineIcon } from '@device-console/shared-lib/ui/icons';
import { givenPermissions, isAdmin, type UserSubject } from './user-draft.ts';
import { t } from '../t.ts';
import styles from './users.module.css';

type Permission = AnswerOf<typeof calls.getPermissions>['permissions'][number];

/** Permissions for a usual job. */
const presets: readonly { readonly id: string; readonly title: string; readonly names: readonly PermissionName[] }[] = [
  {
    id: 'collections',
    title: t('Collections'),
    names: ['Enable Notification', 'Lock Device', 'Unlock Device', 'Device Details', 'Audit Report'],
  },
  { id: 'support', title: t('Support'), names: ['Unlock Device', 'Device Details', 'Audit Report'] },
  { id: 'reports', title: t('Reporting'), names: ['Reports', 'App Version', 'Audit Report'] },
];

interface Start {
  readonly id: string;
  readonly title: string;
  readonly ids: readonly number[];
}

/** Keeps only permissions that the server has (D20). */
export function presetStarts(permissions: readonly Permission[]): readonly Start[] {
  return presets
    .map(({ id, title, names }) => ({
      id,
      title,
      ids: permissions
        .filter(({ permission_name: name }) => (names as readonly string[]).includes(name))
        .map((permission) => permission.id),
    }))
    .filter(({ ids }) => ids.length > 0);
}

/** Users with permissions of the server's list, to copy. */
export function userStarts(users: readonly UserRow[], permissions: readonly Permission[]): readonly Start[] {
  const known = new Set(permissions.map(({ id }) => id));
  return users
    .filter((user) => !isAdmin(user))
    .map(({ id, email, permissions_id: ids }) => ({
      id,
      title: email,
      ids: givenPermissions(ids).ids.filter((permission) => known.has(permission)),
    }))
    .filter(({ ids }) => ids.length > 0);
}

function isChosen({ ids }: Start, chosen: readonly number[]): boolean {
  const set = new Set(chosen);
  return set.size === ids.length && ids.every((id) => set.has(id));
}

interface PermissionChoiceProps {
  readonly permissions: readonly Permission[];
  /** When the dialog opened. Ids that are not in the list are shown by number and kept. */
  readonly given: readonly number[];
  /** Whose permissions can be copied. */
  readonly users: readonly UserRow[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** Has a search and buttons for all permissions (U2, U3, D20). */
function PermissionChoice({ permissions, given, users, chosen, onChange }: PermissionChoiceProps): ReactNode {
  const [wanted, setWanted] = useState('');
  const known = new Set(permissions.map(({ id }) => id));
  const offered = [
    ...permissions,
    ...given
      .filter((id) => !known.has(id))
      .map((id) => ({ id, permission_name: t('Number {id}, which is not in the list', { id }) })),
  ];
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
      <PermissionStarts
        presets={presetStarts(permissions)}
        users={userStarts(users, permissions)}
        chosen={chosen}
        onChoose={onChange}
      />
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

interface PermissionStartsProps {
  readonly presets: readonly Start[];
  readonly users: readonly Start[];
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
}

/** Chooses the permissions of a role or another user with one press; the boxes below show and change them. */
function PermissionStarts({ presets, users, chosen, onChoose }: PermissionStartsProps): ReactNode {
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
              <button
                key={preset.id}
                type="button"
                className={buttonClass({ size: 'small' })}
                aria-pressed={isChosen(preset, chosen)}
                // The focus stays in the current field, so that Enter still sends the form.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(preset.ids)}
              >
                {isChosen(preset, chosen) && <LineIcon name="check" size={14} />}
                {preset.title}
              </button>
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

interface UserPermissionsProps {
  readonly query: Answered<AnswerOf<typeof calls.getPermissions>>;
  readonly subject: UserSubject;
  readonly users: readonly UserRow[];
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

/** Loading, failed with Retry, or the choice (U1 to U3). */
export function UserPermissions({ query, subject, users, chosen, onChange }: UserPermissionsProps): ReactNode {
  const { state, ask } = query;
  const others = subject.kind === 'edit' ? users.filter(({ id }) => id !== subject.user.id) : users;
  const { ids, unreadable } = givenPermissions(subject.kind === 'edit' ? subject.user.permissions_id : '');
  const notice = <QueryNotice state={state} onRetry={ask} fetching={t('Fetching the permissions')} />;
  return (
    <>
      {unreadable.length > 0 && (
        <Notice tone="warning" announce="off">
          {t('This user has permissions that cannot be read and will be lost when you save: {texts}.', {
            texts: unreadable.join(', '),
          })}
        </Notice>
      )}
      {state.last === null ? <div className={styles['awaited']}>{notice}</div> : notice}
      {state.last && (
        <PermissionChoice
          permissions={state.last.permissions}
          given={ids}
          users={others}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </>
  );
}

import type { AnswerOf, calls, PermissionName, UserRow } from '@device-console/shared-lib/contract';
import { isAdmin } from './permission-names.ts';
import { givenPermissions } from './user-draft.ts';
import { t } from '../t.ts';

export type Permission = AnswerOf<typeof calls.getPermissions>['permissions'][number];

/** A start for somebody's permissions: those of usual work. */
interface RolePreset {
  readonly id: string;
  readonly title: string;
  readonly names: readonly PermissionName[];
}

const presets: readonly RolePreset[] = [
  {
    id: 'collections',
    title: t('Collections'),
    names: ['Enable Notification', 'Lock Device', 'Unlock Device', 'Device Details', 'Audit Report'],
  },
  { id: 'support', title: t('Support'), names: ['Unlock Device', 'Device Details', 'Audit Report'] },
  { id: 'reports', title: t('Reporting'), names: ['Reports', 'App Version', 'Audit Report'] },
];

export interface Start {
  readonly id: string;
  readonly title: string;
  readonly ids: readonly number[];
}

/** The presets as far as the server has their permissions (D20). */
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

/** The users whose permissions can be copied: those who have some that the server's list knows. */
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

export function isChosen({ ids }: Start, chosen: readonly number[]): boolean {
  const set = new Set(chosen);
  return set.size === ids.length && ids.every((id) => set.has(id));
}

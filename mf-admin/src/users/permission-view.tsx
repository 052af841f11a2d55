import type { ReactNode } from 'react';
import { HoverView } from '@device-console/shared-lib/ui/hover';
import { userMessages } from '../messages.ts';
import { t } from '../t.ts';

/** As many permissions as a cell names itself; of more only the first. */
const NAMED = 2;

/** What the server says of a user without any (U1). */
const nobody: readonly string[] = ['No Permission'];

/** The permissions of a user's display text; none for 'No Permission' and for an empty one (U1). */
export function permissionNamesOf(permissions: string): readonly string[] {
  const names = permissions
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.length === 1 && nobody.includes(names[0] ?? '') ? [] : names;
}

/** A user's permissions: the first ones, and all of them one below the other when it is pointed at or focused (U1). */
export function PermissionView({ permissions }: { readonly permissions: string }): ReactNode {
  const names = permissionNamesOf(permissions).map(t.known);
  if (names.length === 0) return userMessages.noPermission;
  const [first = '', ...others] = names;
  return (
    <HoverView label={names.length > NAMED ? userMessages.andMore(first, others.length) : names.join(', ')}>
      {names.join('\n')}
    </HoverView>
  );
}

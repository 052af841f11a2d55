import { mayAccess, roles, type Access } from './permissions.ts';

/** An access as a text; equal texts mean equal access. */
export const accessText = ({ permission, anyPermission, roles: asked }: Access): string =>
  [permission, anyPermission, asked].join('|');

/** True if `declared` lets somebody pass whom `asked` stops (D25). */
export function isLooser(declared: Access, asked: Access): boolean {
  const named = [declared.permission, ...(declared.anyPermission ?? [])].filter((name) => name !== undefined);
  // The holder most likely to pass only `declared` has all of its permissions except those of `asked`.
  const holdings = [
    named,
    named.filter((name) => name !== asked.permission),
    named.filter((name) => !asked.anyPermission?.includes(name)),
  ];
  return roles.some((userlevel) =>
    holdings.some(
      (permissions) => mayAccess({ userlevel, permissions }, declared) && !mayAccess({ userlevel, permissions }, asked),
    ),
  );
}

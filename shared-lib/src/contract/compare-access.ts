import { mayAccess, roles, type Access } from './permissions.ts';

/** What an access asks for, as a text: equal texts ask for the same. */
export const accessText = ({ permission, anyPermission, roles: asked }: Access): string =>
  [permission, anyPermission, asked].join('|');

/** True when `declared` lets somebody pass whom `asked` would stop (D25). */
export function isLooser(declared: Access, asked: Access): boolean {
  const named = [declared.permission, ...(declared.anyPermission ?? [])].filter((name) => name !== undefined);
  // Whoever has every permission but those that are asked for is the one whom `declared` is most likely to let pass.
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

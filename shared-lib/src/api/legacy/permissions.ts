import type { BackEndNames } from '../../contract/index.ts';
import { isFields } from './fields.ts';
import { entriesOf } from './lists.ts';

/** Their name to all of ours that it stands for. */
function oursByTheirs(names: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const ours = new Map<string, string[]>();
  for (const [name, theirs] of Object.entries(names)) ours.set(theirs, [...(ours.get(theirs) ?? []), name]);
  return ours;
}

/** Permissions as a list: of objects, names, number keys, or names with commas between; the rest as it came. */
function listed(value: unknown): unknown {
  const entries = entriesOf(value);
  if (entries) return entries;
  return typeof value === 'string' && !/^\s*[[{]/.test(value)
    ? value
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '')
    : value;
}

/**
 * Reads the field `permissions` of an answer into our names: each by itself, as objects with `permission_name`. In
 * the list of permissions
 * (`isAdminsList`) one entry each of theirs stays one, so that its id stays its own.
 */
export function permissionReader(
  names: BackEndNames['permissions'],
): (value: unknown, isAdminsList: boolean) => unknown {
  const ours = oursByTheirs(names);
  const oursOf = (name: string): readonly string[] => ours.get(name.trim()) ?? [name];
  return (value, isAdminsList) => {
    const entries = listed(value);
    if (!Array.isArray(entries)) return entries;
    return entries.flatMap((entry: unknown) => {
      const name: unknown = isFields(entry) ? entry['permission_name'] : entry;
      if (typeof name !== 'string') return [entry];
      const read = oursOf(name);
      const shown = isAdminsList && read.length > 1 ? [read.join(', ')] : read;
      return shown.map((permission_name) => ({ ...(isFields(entry) ? entry : {}), permission_name }));
    });
  };
}

import type { RegistryEntry } from '../remote/host.ts';
import type { Ownership } from './ownership.ts';

/** A remote whose entry cannot be used: its screens are missing. */
export interface RegistryProblem {
  readonly id: string;
  readonly message: string;
}

/** A remote whose present entry was refused: the last good one is used in its place. */
interface RefusedEntry extends RegistryProblem {
  readonly version: string;
}

/** A remote that is used, though not all is as it should be: names that are not its own, or a date that has passed. */
export interface RegistryNotice extends RegistryProblem {
  readonly about: 'names' | 'expiry';
}

/** The registry after every entry was read and its signature checked. */
export interface Registry {
  /** What may be loaded: accepted entries, last good ones for refused ones, without what is another's (D25). */
  readonly entries: readonly RegistryEntry[];
  readonly problems: readonly RegistryProblem[];
  readonly refused: readonly RefusedEntry[];
  readonly notices: readonly RegistryNotice[];
  /** Whose the names of these entries are. */
  readonly ownership: Ownership;
}

/** An entry with those parts of its declarations that its remote may have, and why others are left out. */
interface PermittedEntry {
  readonly entry: RegistryEntry;
  readonly refusals: readonly string[];
}

/** Entries without what is another's, and a notice for each remote of which something is left out (D25). */
export function permittedEntries(
  entries: readonly RegistryEntry[],
  ownership: Ownership,
): Pick<Registry, 'entries' | 'notices'> {
  const permitted = entries.map((entry) => permittedEntry(entry, ownership));
  return {
    entries: permitted.map(({ entry }) => entry),
    notices: permitted.flatMap(({ entry: { id }, refusals }) => namesNotice(id, refusals)),
  };
}

function permittedEntry(entry: RegistryEntry, { permit }: Ownership): PermittedEntry {
  const live = permit(entry.declaration);
  if (!entry.canary) return { entry: { ...entry, declaration: live.declaration }, refusals: live.refusals };
  const beside = permit(entry.canary.declaration);
  return {
    entry: { ...entry, declaration: live.declaration, canary: { ...entry.canary, declaration: beside.declaration } },
    refusals: [...new Set([...live.refusals, ...beside.refusals])],
  };
}

const REFUSALS_NAMED = 3;

/** The notice of what is left out of a remote, if something is. */
export function namesNotice(id: string, refusals: readonly string[]): readonly RegistryNotice[] {
  if (refusals.length === 0) return [];
  const more = refusals.length - REFUSALS_NAMED;
  const message = [...refusals.slice(0, REFUSALS_NAMED), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
  return [{ about: 'names', id, message }];
}

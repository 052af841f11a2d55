import type { RegistryEntry } from '../remote/host.ts';
import type { Ownership } from './ownership.ts';

/** A remote whose entry cannot be used: its screens are missing. */
export interface RegistryProblem {
  readonly id: string;
  readonly message: string;
}

/** A remote whose last good entry is used, because the present one was refused. */
interface RefusedEntry extends RegistryProblem {
  readonly version: string;
}

/** A remote that is used despite a problem: names that are not its own, or an expired entry. */
export interface RegistryNotice extends RegistryProblem {
  readonly about: 'names' | 'expiry';
}

/** The registry, with every entry read and its signature checked. */
export interface Registry {
  /** What may be loaded: accepted entries, or the last good ones, without names of other remotes (D25). */
  readonly entries: readonly RegistryEntry[];
  readonly problems: readonly RegistryProblem[];
  readonly refused: readonly RefusedEntry[];
  readonly notices: readonly RegistryNotice[];
  readonly ownership: Ownership;
}

/** Entries without names of other remotes, and a notice for each remote with parts left out (D25). */
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

function permittedEntry(entry: RegistryEntry, { permit }: Ownership) {
  const refusals = new Set<string>();
  const permitted = <Release extends Pick<RegistryEntry, 'declaration'>>(release: Release): Release => {
    const { declaration, refusals: found } = permit(release.declaration);
    for (const refusal of found) refusals.add(refusal);
    return { ...release, declaration };
  };
  const { canary, preview, ...live } = entry;
  const kept = {
    ...permitted(live),
    canary: canary && permitted(canary),
    preview: preview && permitted(preview),
  };
  return { entry: kept, refusals: [...refusals] };
}

const REFUSALS_NAMED = 3;

/** The notice about the parts of a remote that are left out; null if none are. */
export function namesNotice(id: string, refusals: readonly string[]): readonly RegistryNotice[] {
  if (refusals.length === 0) return [];
  const more = refusals.length - REFUSALS_NAMED;
  const message = [...refusals.slice(0, REFUSALS_NAMED), ...(more > 0 ? [`And ${more} more.`] : [])].join(' ');
  return [{ about: 'names', id, message }];
}

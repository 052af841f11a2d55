// Changes one remote's entry in registry.json, and no other, by compare-and-swap. Retries if another remote was
// published meanwhile.
import { isDeepStrictEqual } from 'node:util';
import { type Key, signEntry } from './keys.ts';
import { documentText, readDocument, type Store, untilUnchanged } from './store.ts';
import { commandOf } from '../workspace.mjs';
import type { EntryDocument } from './rules.ts';

/** registry.json as written. An entry may be null or unreadable. */
export type RegistryDocument = { schemaVersion: 1; remotes: (EntryDocument | null)[]; withdrawals?: unknown };

export type UnsignedEntry = Omit<EntryDocument, 'keyId' | 'signature'>;

/** Somebody else published this remote after this publisher read the registry. */
export class PublishedMeanwhile extends Error {
  override name = 'PublishedMeanwhile';
  exitCode = 4;
}

/** `current` is the entry of `id`, if there is one. */
export async function readRegistryOf(store: Store, id?: string) {
  const empty = { schemaVersion: 1 as const, remotes: [] };
  const { value, tag } = await readDocument<RegistryDocument | null>(store, 'registry.json', empty);
  if (value?.schemaVersion !== 1 || !Array.isArray(value.remotes))
    throw new Error(
      `registry.json of ${store.name} is not a registry that this version can change (schemaVersion 1 and a list ` +
        'of remotes). Nothing was changed.',
    );
  return { document: value, tag, current: value.remotes.find((entry) => entry?.id === id) ?? null };
}

/** 0 if there is no entry, or if its number is not an integer. */
export const sequenceOf = (entry: EntryDocument | null): number =>
  entry && Number.isInteger(entry.sequence) ? entry.sequence : 0;

/**
 * Replaces the entry `before` by `entry`, signed with `key`, and returns the signed entry. The folders in `needed` must
 * exist at that moment. `check` throws if `entry` does not fit the registry at that moment. Throws PublishedMeanwhile
 * if the stored entry is not `before`.
 */
export function changeEntry(
  store: Store,
  before: EntryDocument | null,
  entry: UnsignedEntry,
  key: Key,
  { needed = [], check }: { needed?: readonly string[]; check?: (document: RegistryDocument) => void } = {},
): Promise<EntryDocument> {
  const { id } = entry;
  const signed = signEntry(entry, key);
  return untilUnchanged(async () => {
    const { document, tag, current } = await readRegistryOf(store, id);
    if (!isDeepStrictEqual(current, before)) throw meanwhile(id, sequenceOf(before), current);
    check?.(document);
    const remotes = [...document.remotes.filter((other) => other?.id !== id), signed].sort(byId);
    await store.replace('registry.json', documentText({ ...document, remotes }), tag, needed);
    return signed;
  });
}

export const byId = (left: EntryDocument | null, right: EntryDocument | null): number =>
  String(left?.id).localeCompare(String(right?.id));

function meanwhile(id: string, expected: number, current: EntryDocument | null): PublishedMeanwhile {
  if (!current)
    return new PublishedMeanwhile(
      `${id} was taken out of the registry meanwhile; it was at sequence ${expected}. Nothing was changed.`,
    );
  const { sequence, declaration, publishedAt, keyId } = current;
  const how = sequence === expected ? 'altered' : 'published';
  return new PublishedMeanwhile(
    `${id} was ${how} meanwhile: version ${declaration?.version} is at sequence ${sequence} ` +
      `(expected ${expected}), since ${publishedAt}, signed by ${keyId ?? 'nobody'}. Nothing was changed. ` +
      `Look at ${commandOf('status')}, and publish again if yours is to be live.`,
  );
}

/** The console would not show the build; --even-if-refused publishes it anyway. */
export class DoesNotFit extends Error {
  override name = 'DoesNotFit';
  exitCode = 3;
}

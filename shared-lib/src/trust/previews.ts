import type { RegistryEntry } from '../remote/host.ts';
import { sha256Hex } from './signature.ts';

/** The longest preview, in milliseconds from its publication. */
export const LONGEST_PREVIEW_MS = 14 * 86_400_000;

/** A preview that has not ended; `endsAt` in milliseconds since the epoch. */
export interface RunningPreview extends NonNullable<RegistryEntry['preview']> {
  readonly endsAt: number;
}

/** The preview of an entry at `now`; null if there is none, it has ended, or it would last too long. */
export function runningPreview({ preview }: Pick<RegistryEntry, 'preview'>, now: number): RunningPreview | null {
  if (!preview) return null;
  const endsAt = Date.parse(preview.until);
  const isBounded = endsAt - Date.parse(preview.publishedAt) <= LONGEST_PREVIEW_MS;
  return isBounded && endsAt > now ? { ...preview, endsAt } : null;
}

/**
 * What an entry holds of an account's e-mail, or of the code of a link: registry.json is public. It differs for each
 * publication. An e-mail can be guessed from it, a code cannot.
 */
export function previewProof(id: string, publishedAt: string, secret: string): Promise<string> {
  return sha256Hex(`preview ${id} ${publishedAt} ${secret.trim().toLowerCase()}`);
}

const HASH = '#preview=';

/** The link of a preview in the console at `consoleUrl`. Servers do not get what is behind `#`. */
export function previewLink(consoleUrl: string, id: string, code: string): string {
  const url = new URL(consoleUrl);
  url.hash = `${HASH}${id}.${code}`;
  return url.href;
}

/** Reads the fragment of an address; null if it is no link of a preview. */
export function readPreviewLink(hash: string): { readonly id: string; readonly code: string } | null {
  const [, id, code] = /^#preview=([a-z][a-z0-9-]*)\.([0-9a-f]{32})$/.exec(hash) ?? [];
  return id === undefined || code === undefined ? null : { id, code };
}

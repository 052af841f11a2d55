import * as v from 'valibot';
import { audiences } from '@device-console/shared-lib/contract';

/** What the page that begins a single sign-on keeps for its return, in this tab alone (S21). */
export const keptSignOn = v.object({
  handle: v.string(),
  audience: v.picklist(audiences),
  /** The address to go to afterwards; null: Home. */
  wanted: v.nullable(v.string()),
  /** Of a login beside a page that waits for it: nobody else may log in (D9a). */
  onlyEmail: v.optional(v.string()),
});
export type KeptSignOn = v.InferOutput<typeof keptSignOn>;

const KEY = 'console:signOn';

export function keepSignOn(kept: KeptSignOn): void {
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** Takes what was kept, once; null where this tab began nothing. */
export function takeSignOn(): KeptSignOn | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (text === null) return null;
  try {
    return v.parse(keptSignOn, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof v.ValiError) return null;
    throw error;
  }
}

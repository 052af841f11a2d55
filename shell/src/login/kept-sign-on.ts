import { audiences, jsonOrNull, type Audience } from '@device-console/shared-lib/contract';

/** Where a single sign-on is to lead (S21). */
export interface WantedSignOn {
  readonly audience: Audience;
  /** The address to go to afterwards; null: Home. */
  readonly wanted: string | null;
  /** Of a login beside a page that waits for it: nobody else may log in (D9a). */
  readonly onlyEmail?: string | undefined;
}

/** What the page that begins a single sign-on keeps for its return, in this tab alone. */
export interface KeptSignOn extends WantedSignOn {
  readonly handle: string;
}

const KEY = 'console:signOn';

const textOf = (fields: ReadonlyMap<string, unknown>, name: string): string | undefined => {
  const value = fields.get(name);
  return typeof value === 'string' ? value : undefined;
};

const fieldsOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map<string, unknown>(Object.entries(typeof value === 'object' && value !== null ? value : {}));

/** Reads what a button has given to the page; null where none did. */
export function readWanted(value: unknown): WantedSignOn | null {
  const fields = fieldsOf(value);
  const audience = audiences.find((known) => known === fields.get('audience'));
  if (audience === undefined) return null;
  return { audience, wanted: textOf(fields, 'wanted') ?? null, onlyEmail: textOf(fields, 'onlyEmail') };
}

export function keepSignOn(kept: KeptSignOn): void {
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** Takes what was kept, once; null where this tab began nothing. */
export function takeSignOn(): KeptSignOn | null {
  const value = jsonOrNull(sessionStorage.getItem(KEY));
  sessionStorage.removeItem(KEY);
  const [wanted, handle] = [readWanted(value), textOf(fieldsOf(value), 'handle')];
  return wanted === null || handle === undefined ? null : { ...wanted, handle };
}

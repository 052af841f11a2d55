import type { ClockPort } from '@device-console/shared-lib/session';
import { DEVELOPMENT_KEY, readOverride, type StoredOverride } from '@device-console/shared-lib/trust';
import type { Operator } from '../releases/choose-release.ts';
import type { DevelopmentCookie } from './development-cookie.ts';
import { t } from '../t.ts';

/** Where a browser keeps its override, and who may use it. */
export interface OverrideStorageOptions {
  readonly operator: () => Operator | null;
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly cookie: DevelopmentCookie;
  readonly clock: Pick<ClockPort, 'now'>;
  readonly allowsDevelopment: boolean;
}

/** The override that this browser has stored, and the cookie that goes with it. */
export interface OverrideStorage {
  /** What is stored, if this operator may use it now. */
  readonly read: () => StoredOverride | null;
  /** What is stored as text, whatever it is; tells one override from another. */
  readonly readText: () => string | null;
  /** Returns why the browser did not store it. */
  readonly write: (override: StoredOverride) => string | null;
  /** Sets or removes the cookie as this override needs it. */
  readonly setCookie: (override: StoredOverride) => void;
  readonly clear: () => void;
}

/** Makes the override's storage. */
export function createOverrideStorage(options: OverrideStorageOptions): OverrideStorage {
  const { operator, storage, cookie, clock, allowsDevelopment } = options;
  const readText = (): string | null => storage.getItem(DEVELOPMENT_KEY);
  const setCookie = (override: StoredOverride): void => {
    if (override.source === 'development') cookie.set(override);
    else cookie.clear();
  };
  return {
    read: () => {
      const who = operator();
      const found = who && readOverride(readText(), { ...who, now: clock.now() });
      return found?.source === 'development' && !allowsDevelopment ? null : found;
    },
    readText,
    write: (override) => {
      try {
        storage.setItem(DEVELOPMENT_KEY, JSON.stringify(override));
      } catch (error) {
        if (error instanceof DOMException)
          return t('This browser has no room to store it: clear site data of other pages, and try again.');
        throw error;
      }
      setCookie(override);
      return null;
    },
    setCookie,
    clear: () => {
      storage.removeItem(DEVELOPMENT_KEY);
      cookie.clear();
    },
  };
}

import type { OtherTabsPort, StorageChange } from '@device-console/shared-lib/session/host';
import { handClock, type HandClock } from '../testing/hand-clock.ts';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import type { PageOverride } from './browser-override.ts';
import type { FetchDocument } from '../common/fetch-document.ts';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { OverrideBanner } from './override-banner.tsx';
import { createOverride, type OverrideOptions, type OverridePage } from './override.ts';

export interface TestPorts extends Omit<OverrideOptions, keyof OverridePage> {
  readonly clock: HandClock;
  readonly stored: Map<string, string>;
  /** The cookie for the server; null without one. */
  readonly cookieNow: () => string | null;
  /** Changes the stored override like another tab. */
  readonly elsewhere: (text: string | null) => void;
}

export const DEV_ORIGIN = 'http://localhost:3401';

/** The declaration of the dev server's mf-reports: a different screen. */
export const developed = registryEntry(
  'mf-reports',
  [
    declaredScreen('audit', { path: 'auditReport', title: 'Audit Report' }),
    declaredScreen('fresh', { title: 'Fresh Screen', nav: { order: 999 } }),
  ],
  { version: '2.0.0' },
).declaration;

/** Null: the dev server does not respond. */
export function answering(body: unknown): FetchDocument {
  return async () => {
    if (body === null) throw new TypeError('Failed to fetch');
    return { ok: true, status: 200, json: async () => body };
  };
}

export const overrideOver =
  (ports: TestPorts) =>
  (page: OverridePage): PageOverride => ({ ...createOverride({ ...page, ...ports }), Banner: OverrideBanner });

/** A browser that stores `override`, by default for mf-reports and an hour; null for none. */
export function testPorts(override: object | null, fetchDeclaration = answering(developed)): TestPorts {
  const clock = handClock();
  const stored = new Map<string, string>();
  const listeners = new Set<(change: StorageChange) => void>();
  const otherTabs: OtherTabsPort = {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let cookie: string | null = 'left over';
  const write = (text: string | null): void =>
    void (text === null ? stored.delete(DEVELOPMENT_KEY) : stored.set(DEVELOPMENT_KEY, text));
  if (override)
    write(
      JSON.stringify({
        id: 'mf-reports',
        origin: DEV_ORIGIN,
        email: 'operator@example.com',
        until: clock.now() + 3_600_000,
        ...override,
      }),
    );
  return {
    clock,
    otherTabs,
    fetchDeclaration,
    stored,
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    cookie: {
      set: ({ origin }) => {
        cookie = origin;
      },
      clear: () => {
        cookie = null;
      },
    },
    cookieNow: () => cookie,
    elsewhere: (text) => {
      write(text);
      for (const listener of listeners) listener({ key: DEVELOPMENT_KEY, newValue: text });
    },
  };
}

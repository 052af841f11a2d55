import type { OtherTabsPort, StorageChange } from '@device-console/shared-lib/session';
import { DEVELOPMENT_KEY, type DevelopmentOverride } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../remotes/release.ts';
import type { DevelopmentPorts } from '../runtime/create-remotes.ts';
import { handClock, type HandClock } from '../testing/hand-clock.ts';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import type { AskDevServer } from './dev-server.ts';

/** What a browser holds of development, and what a page did with it. */
export interface TestPorts extends DevelopmentPorts {
  readonly clock: HandClock;
  readonly stored: Map<string, string>;
  /** The cookie as the server would get it; null without one. */
  readonly cookieNow: () => string | null;
  /** Another tab changes the stored override. */
  readonly elsewhere: (text: string | null) => void;
}

/** The origin that tests develop at. */
export const DEV_ORIGIN = 'http://localhost:3401';

/** What the dev server of mf-reports has: a newer version, with another screen. */
export function developedRelease(id = 'mf-reports'): ChosenRelease {
  const { declaration } = registryEntry(id, [declaredScreen('audit', { path: 'auditReport', title: 'Audit Report' }), declaredScreen('fresh', { title: 'Fresh Screen', nav: { order: 999 } })], { version: '2.0.0' });
  return { id, sequence: 0, baseUrl: `${DEV_ORIGIN}/`, publishedAt: '', declaration, source: 'development', keyId: null };
}

/** Ports of a browser that has stored `override`, an hour long unless it says otherwise; null for none. */
export function testPorts(override: Partial<DevelopmentOverride> | null, ask: AskDevServer = async ({ id }) => ({ status: 'declared', release: developedRelease(id) })): TestPorts {
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
  const write = (text: string | null): void => void (text === null ? stored.delete(DEVELOPMENT_KEY) : stored.set(DEVELOPMENT_KEY, text));
  if (override) write(JSON.stringify({ id: 'mf-reports', origin: DEV_ORIGIN, email: 'operator@example.com', until: clock.now() + 3_600_000, ...override }));
  return {
    clock, otherTabs, ask, stored,
    storage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => void stored.set(key, value), removeItem: (key) => void stored.delete(key) },
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

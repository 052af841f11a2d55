import type { OtherTabsPort, StorageChange } from '@device-console/shared-lib/session';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import type { ChosenRelease } from '../releases/release.ts';
import type { OverridePorts } from './browser-override.ts';
import { handClock, type HandClock } from '../testing/hand-clock.ts';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';
import type { OverrideReaders, UsablePreview } from './override-readers.ts';

/** What a browser holds of an override, and what a page did with it. */
export interface TestPorts extends OverridePorts {
  readonly clock: HandClock;
  readonly stored: Map<string, string>;
  /** The cookie as the server would get it; null without one. */
  readonly cookieNow: () => string | null;
  /** Another tab changes the stored override. */
  readonly elsewhere: (text: string | null) => void;
}

/** The origin that tests develop at. */
export const DEV_ORIGIN = 'http://localhost:3401';

/** What another build of mf-reports declares: another screen. */
const declarationOf = (id: string, version: string) =>
  registryEntry(
    id,
    [
      declaredScreen('audit', { path: 'auditReport', title: 'Audit Report' }),
      declaredScreen('fresh', { title: 'Fresh Screen', nav: { order: 999 } }),
    ],
    { version },
  ).declaration;

/** What the dev server of mf-reports has. */
export function developedRelease(id = 'mf-reports'): ChosenRelease {
  const declaration = declarationOf(id, '2.0.0');
  const build = { id, sequence: 0, baseUrl: `${DEV_ORIGIN}/`, publishedAt: '', declaration };
  return { ...build, source: 'development', keyId: null };
}

/** The name of the preview that tests use. */
export const PREVIEW_NAME = '0123456789abcdef'.repeat(2);

/** A verified preview of mf-reports. */
export function previewOf(id = 'mf-reports'): UsablePreview {
  return {
    lastsMs: 3_600_000,
    preview: {
      schemaVersion: 1,
      id,
      name: PREVIEW_NAME,
      baseUrl: `http://remotes.test/${id}/preview/`,
      publishedAt: '2026-06-01T10:00:00Z',
      declaration: declarationOf(id, '1.3.0'),
      epoch: 1,
      for: '0'.repeat(64),
      expiresAt: '2026-06-02T10:00:00Z',
      keyId: 'key-of-reports',
      signature: 'x',
    },
  };
}

/** What a browser has stored for that preview, an hour long. */
export function storedPreview(more: object = {}): Record<string, unknown> {
  return { source: 'preview', name: PREVIEW_NAME, version: '1.3.0', ...more };
}

const foundPreview: OverrideReaders['readPreview'] = async ({ id }) => ({ status: 'usable', found: previewOf(id) });

/**
 * Ports of a browser that has stored `override`, an hour long and of mf-reports unless it says otherwise; null for
 * none.
 */
export function testPorts(
  override: object | null,
  {
    readPreview = foundPreview,
    ask = async ({ id }) => ({ status: 'declared', release: developedRelease(id) }),
  }: Partial<OverrideReaders> = {},
): TestPorts {
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
        source: 'development',
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
    ask,
    readPreview,
    stored,
    allowsDevelopment: true,
    previewUrl: ({ id, name }) => `http://console.test/previews/${id}/${name}.json`,
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

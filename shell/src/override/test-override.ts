import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import type { HandClock } from '../testing/hand-clock.ts';
import { declaredScreen, registryEntry } from '../testing/test-registry.ts';

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

/** As a browser stores an override, by default for mf-reports and an hour. */
export const overrideText = (clock: HandClock, more: object = {}): string =>
  JSON.stringify({
    id: 'mf-reports',
    origin: DEV_ORIGIN,
    email: 'operator@example.com',
    until: clock.now() + 3_600_000,
    ...more,
  });

export const storedText = (): string | null => localStorage.getItem(DEVELOPMENT_KEY);

/** True if neither the override nor the cookie for the server is left. */
export const isGone = (): boolean => storedText() === null && document.cookie === '';

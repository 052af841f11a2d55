import { calls } from '@device-console/shared-lib/contract';
import type { ApiClient } from '@device-console/shared-lib/api';
import { consoleVersion } from '../remotes/provided-modules.ts';
import { browserName } from '../common/browser-name.ts';
import { startTelemetry, type TelemetryOptions } from './telemetry.ts';

interface BrowserTelemetryOptions extends Pick<
  TelemetryOptions,
  'observations' | 'log' | 'releaseManager' | 'maySend'
> {
  readonly api: Pick<ApiClient, 'offers' | 'prepare'>;
}

export function startBrowserTelemetry(options: BrowserTelemetryOptions): void {
  const { api, observations, log, releaseManager, maySend } = options;
  const isOffered = api.offers(calls.platformReport);
  startTelemetry({
    observations,
    log,
    releaseManager,
    maySend,
    typed,
    onLeave,
    prepare: isOffered ? (report) => api.prepare(calls.platformReport, report, { inBackground: true }) : null,
    browser: browserName(navigator.userAgent),
    now: () => Date.now(),
    pageUrl: document.baseURI,
    version: consoleVersion,
    after: (milliseconds, callback) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
  });
}

/** Most form fields read; a long table can have many. */
const FIELDS = 200;

function typed(): readonly string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=button], [type=submit])',
  );
  return [...fields].slice(0, FIELDS).map(({ value }) => value);
}

function onLeave(listener: () => void): void {
  window.addEventListener('pagehide', listener);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') listener();
  });
}

import type { ApiClient } from '@device-console/shared-lib/api';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import type { RemoteLog } from '../remotes/remote-log.ts';
import { whenIdle } from '../common/when-idle.ts';
import { observePage } from './observations.ts';

interface ObservedPage {
  readonly log: RemoteLog;
  readonly releaseManager: ReleaseManager;
  readonly api: ApiClient;
  /** False while nobody is logged in. */
  readonly maySend: () => boolean;
}

/** Observes this page from now on; evaluates the observations once it is idle. */
export function observeBrowser({ log, releaseManager, api, maySend }: ObservedPage): void {
  const observations = observePage(log, window);
  whenIdle(() => {
    import(/* webpackChunkName: "telemetry" */ './browser-telemetry.ts').then(
      ({ startBrowserTelemetry }) => startBrowserTelemetry({ observations, log, releaseManager, api, maySend }),
      // Without this code the page reports nothing.
      () => undefined,
    );
  });
}

import type { ApiClient } from '@device-console/shared-lib/api';
import type { ReleaseManager } from '../remotes/release-manager.ts';
import type { RemoteLog } from '../remotes/remote-log.ts';
import { whenIdle } from '../common/when-idle.ts';
import { observePage } from './observations.ts';

interface ObservedPage {
  readonly log: RemoteLog;
  readonly releaseManager: ReleaseManager;
  readonly api: ApiClient;
  /** False as long as nobody is logged in. */
  readonly maySend: () => boolean;
}

/** Observes this browser's page from now on; what is made of it comes once the page has nothing else to do. */
export function observeBrowser({ log, releaseManager, api, maySend }: ObservedPage): void {
  const observations = observePage(log, window);
  whenIdle(() => {
    import(/* webpackChunkName: "telemetry" */ './browser-telemetry.ts').then(
      ({ startBrowserTelemetry }) => startBrowserTelemetry({ observations, log, releaseManager, api, maySend }),
      // Without its code nothing is reported of this page, which costs the operator nothing.
      () => undefined,
    );
  });
}

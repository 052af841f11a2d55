import { fetchCryptoJs } from '@device-console/shared-lib/crypto';
import { whenIdle } from './when-idle.ts';

/**
 * The parts of shared-lib that no page needs at first, by subpath: loaded when a screen first needs one, or earlier
 * when idle. The build finds the files for the boot script by these chunk names. Only the code for remotes may import
 * this list: a part's chunk then leaves out what that code has.
 */
export const lazyParts = {
  crypto: () => import(/* webpackChunkName: "part-crypto" */ '@device-console/shared-lib/crypto'),
  csv: () => import(/* webpackChunkName: "part-csv" */ '@device-console/shared-lib/csv'),
  sheets: () => import(/* webpackChunkName: "part-sheets" */ '@device-console/shared-lib/sheets'),
  'imei-file': () => import(/* webpackChunkName: "part-imei-file" */ '@device-console/shared-lib/imei-file'),
  'single-command': () =>
    import(/* webpackChunkName: "part-single-command" */ '@device-console/shared-lib/single-command'),
  records: () => import(/* webpackChunkName: "part-records" */ '@device-console/shared-lib/records'),
  batch: () => import(/* webpackChunkName: "part-batch" */ '@device-console/shared-lib/batch'),
  'ui/chart': () => import(/* webpackChunkName: "part-ui-chart" */ '@device-console/shared-lib/ui/chart'),
  'ui/date-range': () =>
    import(/* webpackChunkName: "part-ui-date-range" */ '@device-console/shared-lib/ui/date-range'),
  'ui/dialog': () => import(/* webpackChunkName: "part-ui-dialog" */ '@device-console/shared-lib/ui/dialog'),
  'ui/fields': () => import(/* webpackChunkName: "part-ui-fields" */ '@device-console/shared-lib/ui/fields'),
  'ui/hover': () => import(/* webpackChunkName: "part-ui-hover" */ '@device-console/shared-lib/ui/hover'),
  'ui/menu': () => import(/* webpackChunkName: "part-ui-menu" */ '@device-console/shared-lib/ui/menu'),
  'ui/table': () => import(/* webpackChunkName: "part-ui-table" */ '@device-console/shared-lib/ui/table'),
  'ui/timeline': () => import(/* webpackChunkName: "part-ui-timeline" */ '@device-console/shared-lib/ui/timeline'),
  'ui/toast': () => import(/* webpackChunkName: "part-ui-toast" */ '@device-console/shared-lib/ui/toast'),
} as const;

/** So that the first screen that needs a part finds it loaded. */
export function fetchLazyPartsWhenIdle(): () => void {
  return whenIdle(() => {
    // Without it WebCrypto does all the work.
    fetchCryptoJs().catch(() => undefined);
    // The screen that needs a failed part fetches it again, and shows the failure.
    for (const part of Object.values(lazyParts)) part().catch(() => undefined);
  });
}

/**
 * The parts of shared-lib that the login page does not carry. Importing them here makes the host provide them to remotes.
 */
const lazyParts: readonly (() => Promise<unknown>)[] = [
  () => import('@device-console/shared-lib/ui/table'),
  () => import('@device-console/shared-lib/ui/dialog'),
  () => import('@device-console/shared-lib/ui/menu'),
  () => import('@device-console/shared-lib/ui/timeline'),
  () => import('@device-console/shared-lib/csv'),
  () => import('@device-console/shared-lib/imei-file'),
  () => import('@device-console/shared-lib/sheets'),
  () => import('@device-console/shared-lib/batch'),
];

const IDLE_TIMEOUT_MS = 5_000;

/** How long browsers without idle callbacks (Safari) wait instead. */
const SETTLING_MS = 2_000;

/** Fetches them while the page has nothing else to do, so that the first screen that needs one finds it there. */
export function fetchLazyPartsWhenIdle(): () => void {
  const fetchAll = (): void => {
    // A part that fails now is fetched again by the screen that needs it, and its failure is shown there.
    for (const part of lazyParts) part().catch(() => undefined);
  };
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(fetchAll, SETTLING_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(fetchAll, { timeout: IDLE_TIMEOUT_MS });
  return () => cancelIdleCallback(request);
}

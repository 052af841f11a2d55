import { OverrideBanner } from './override-banner.tsx';
import { createOverride, type Override, type OverridePage } from './override.ts';

/** An override, with the notice on every screen that it is on. */
export interface PageOverride extends Override {
  readonly Banner: typeof OverrideBanner;
}

export const pageOverride = (page: OverridePage): PageOverride => ({ ...createOverride(page), Banner: OverrideBanner });

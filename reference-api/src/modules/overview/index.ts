import type { ApiModule } from '../../core/module.ts';
import { homeOverview } from './home-overview.ts';

/** What Home shows: figures per day, what needs attention, and the latest batch runs (D17, D40b). */
export const overview = { name: 'overview', services: { homeOverview } } as const satisfies ApiModule;

import type { ApiModule } from '../../core/module.ts';
import { homeOverview } from './home-overview.ts';

/** What Home shows: figures of days, what asks for a look, and the last runs of batches (D17, D40b). */
export const overview = { name: 'overview', services: { homeOverview } } as const satisfies ApiModule;

import type { ApiModule } from '../../core/module.ts';
import { batchRuns } from './batch-runs.ts';
import { homeOverview } from './home-overview.ts';

/** What Home shows: figures of days, what asks for a look, and the runs of batches (D17, D40b). */
export const overview = { name: 'overview', services: { batchRuns, homeOverview } } as const satisfies ApiModule;

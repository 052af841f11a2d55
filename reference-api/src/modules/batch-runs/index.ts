import type { ApiModule } from '../../core/module.ts';
import { batchCheck, batchClaim } from './batch-claim.ts';
import { batchOutcomes, batchRuns } from './batch-runs.ts';
import { batchItems } from './chunks.ts';

/** Checks, claims and sends batches, and reports their runs and outcomes (D17a, D17b, D2c). */
export const runsOfBatches = {
  name: 'batch-runs',
  services: { batchCheck, batchClaim, batchItems, batchOutcomes, batchRuns },
} as const satisfies ApiModule;

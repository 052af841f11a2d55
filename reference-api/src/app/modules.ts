import type { ApiModule } from '../core/module.ts';
import { auditChain } from '../modules/audit-chain/index.ts';
import { backup } from '../modules/backup/index.ts';
import { demo } from '../modules/demo/index.ts';
import { metrics } from '../modules/metrics/index.ts';
import { operations } from '../modules/operations/index.ts';
import { telemetry } from '../modules/telemetry/index.ts';

/** What the API is made of beside its core. */
export const modules: readonly ApiModule[] = [demo, operations, telemetry, auditChain, backup, metrics];

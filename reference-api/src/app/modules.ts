import type { ApiModule } from '../core/module.ts';
import { auditChain } from '../modules/audit-chain/index.ts';
import { backup } from '../modules/backup/index.ts';
import { demo } from '../modules/demo/index.ts';
import { metrics } from '../modules/metrics/index.ts';

/** What the API is made of beside its core. */
export const modules: readonly ApiModule[] = [demo, auditChain, backup, metrics];

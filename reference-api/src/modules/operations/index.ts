import type { ApiModule } from '../../core/module.ts';
import { operationsCommands, operationsDispatch, operations as overview } from './operations.ts';
import { operationsCancelBatch, operationsDecide } from './operations-decide.ts';

/** What superadmins see of the queue and of the provider, and decide. */
export const operations = {
  name: 'operations',
  services: {
    operations: overview,
    operationsCommands,
    operationsDecide,
    operationsDispatch,
    operationsCancelBatch,
  },
} as const satisfies ApiModule;

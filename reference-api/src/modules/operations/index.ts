import type { ApiModule } from '../../core/module.ts';
import { operationsCommands, operationsDispatch, operations as overview } from './operations.ts';
import { operationsCancelBatch, operationsDecide } from './operations-decide.ts';

/** Superadmins' view of the queue and the provider, and their decisions. */
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

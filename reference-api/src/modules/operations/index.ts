import type { ApiModule } from '../../core/module.ts';
import {
  operationsCommands,
  operationsDispatch,
  operations as overview,
  operationsCancelBatch,
  operationsDecide,
} from './operations.ts';

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

import type { ApiModule } from '../../core/module.ts';
import { operationsCommands } from './operations-commands.ts';
import { operationsCancelBatch, operationsDecide } from './operations-decide.ts';
import { operationsDispatch } from './operations-dispatch.ts';
import { operationsReconcile } from './operations-reconcile.ts';
import { operations as overview } from './operations.ts';

/** What superadmins see of the queue and of the provider, and decide. */
export const operations = {
  name: 'operations',
  services: {
    operations: overview,
    operationsCommands,
    operationsDecide,
    operationsDispatch,
    operationsCancelBatch,
    operationsReconcile,
  },
} as const satisfies ApiModule;

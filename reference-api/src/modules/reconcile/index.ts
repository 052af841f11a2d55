import type { ApiModule } from '../../core/module.ts';
import { operationsReconcile } from './operations-reconcile.ts';

/** Compares a restored database with what the provider knows, before anything is sent (D17c). */
export const reconcile = { name: 'reconcile', services: { operationsReconcile } } as const satisfies ApiModule;

import type { ApiModule } from '../../core/module.ts';
import { budgetVariables, usualBegins } from './budget-rules.ts';
import { keepBudgets } from './command-budgets.ts';
import { deleteOldCounts } from './command-counts.ts';
import { commandUse, liftCommandPause } from './command-use.ts';

/** Limits the commands of an account, a key and all together, and pauses an account at a sudden rise (C10, C11). */
export const budgets = {
  name: 'budgets',
  services: { commandUse, liftCommandPause },
  variables: budgetVariables,
  housekeeping: { 'counts of commands': ({ db, clock }) => deleteOldCounts(db, usualBegins(clock.now())) },
  beforeSend: keepBudgets,
} as const satisfies ApiModule;

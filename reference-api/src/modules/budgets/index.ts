import type { ApiModule } from '../../core/module.ts';
import { budgetVariables, usualBegins } from './budget-rules.ts';
import { keepBudgets } from './command-budgets.ts';
import { commandUse, liftCommandPause } from './command-use.ts';

/** Limits the commands of an account, a key and all together, and pauses an account at a sudden rise (C10, C11). */
export const budgets = {
  name: 'budgets',
  services: { commandUse, liftCommandPause },
  variables: budgetVariables,
  housekeeping: {
    async 'counts of commands'({ db, clock }) {
      await db.deleteFrom('command_counts').where('hour', '<', usualBegins(clock.now())).execute();
    },
  },
  beforeSend: keepBudgets,
} as const satisfies ApiModule;

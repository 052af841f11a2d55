import { budgetNames, standardBudgets, type BudgetName } from '../store/budget-table.ts';
import { namedNumbers } from './named-numbers.ts';

const MOST_COMMANDS = 1_000_000_000;

/** Budgets of commands, as `account-day=50000, rise-least=5000`. */
export const commandBudgets = namedNumbers({
  standard: standardBudgets,
  least: Object.fromEntries(budgetNames.map((name) => [name, 1])) as Record<BudgetName, number>,
  most: MOST_COMMANDS,
  unit: 'number',
});

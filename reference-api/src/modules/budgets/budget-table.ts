import { namedNumbers } from '../../core/configuration/named-numbers.ts';

/** The names in COMMAND_BUDGETS, with their defaults; operations.md explains the numbers. */
export const budgetTable = {
  /** Commands of an account in 24 hours, its keys included. */
  'account-day': { standard: 2_000_000, least: 1 },
  /** Commands of an API key in 24 hours. */
  'key-day': { standard: 500_000, least: 1 },
  /** Commands of all accounts in 24 hours. */
  'deployment-day': { standard: 10_000_000, least: 1 },
  /** With fewer commands of an account in an hour, nothing is a sudden rise. */
  'rise-least': { standard: 1_500_000, least: 1 },
  /** An hour with more than this many times the account's busiest hour in the last 14 days is a sudden rise. */
  'rise-times': { standard: 10, least: 1 },
} as const;

export type BudgetName = keyof typeof budgetTable;

export type CommandBudgets = Readonly<Record<BudgetName, number>>;

export const budgetVariables = {
  COMMAND_BUDGETS: namedNumbers(budgetTable, { most: 1_000_000_000, unit: 'number' }),
} as const;

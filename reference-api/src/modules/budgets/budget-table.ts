import { namedNumbers } from '../../core/configuration/named-numbers.ts';
import { optional } from '../../core/configuration/variable-readers.ts';

/** What a budget of commands is called and does. */
interface BudgetRow {
  /** What is counted, as the documents say it. */
  readonly what: string;
  /** What holds unless COMMAND_BUDGETS says otherwise. */
  readonly standard: number;
  readonly why: string;
}

/** What COMMAND_BUDGETS may name. */
export const budgetTable = {
  'account-day': {
    what: 'commands of an account in 24 hours, its keys included',
    standard: 2_000_000,
    why: 'two lists of the largest size',
  },
  'key-day': {
    what: 'commands of an API key in 24 hours; its maker may bound it by the minute too',
    standard: 500_000,
    why: 'a stolen key is left with a quarter of what its account may send',
  },
  'deployment-day': {
    what: 'commands of all accounts in 24 hours',
    standard: 10_000_000,
    why: 'ten lists of the largest size',
  },
  'rise-least': {
    what: 'commands of an account in an hour below which nothing is a sudden rise',
    standard: 1_500_000,
    why: 'a new operator may send the largest list, a million, in the first hour; lower it to what yours do',
  },
  'rise-times': {
    what: 'times its busiest hour of the 14 days before from which an hour is a sudden rise',
    standard: 10,
    why: 'ten times as many as ever before is no growth',
  },
} as const satisfies Record<string, BudgetRow>;

export type BudgetName = keyof typeof budgetTable;

export const budgetNames = Object.keys(budgetTable) as BudgetName[];

/** How many commands may be sent by whom in which time, and what is a sudden rise. */
export type CommandBudgets = Readonly<Record<BudgetName, number>>;

/** What holds unless COMMAND_BUDGETS says otherwise. */
export const standardBudgets: CommandBudgets = Object.fromEntries(
  budgetNames.map((name) => [name, budgetTable[name].standard]),
) as Record<BudgetName, number>;

const MOST_COMMANDS = 1_000_000_000;

/** Budgets of commands, as `account-day=50000, rise-least=5000`. */
const commandBudgets = namedNumbers({
  standard: standardBudgets,
  least: Object.fromEntries(budgetNames.map((name) => [name, 1])) as Record<BudgetName, number>,
  most: MOST_COMMANDS,
  unit: 'number',
});

export const budgetVariables = {
  COMMAND_BUDGETS: optional(
    'that of [operations.md](../docs/operations.md#budgets-of-commands)',
    'list of name=number',
    'how many commands may be sent by whom, as `account-day=50000, rise-least=5000`',
    commandBudgets,
  ),
} as const;

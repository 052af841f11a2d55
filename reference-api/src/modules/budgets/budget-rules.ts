import { DAY, HOUR, isoAfter } from '../../core/time/clock.ts';
import { namedNumbers } from '../../core/configuration/named-numbers.ts';

const HOUR_LENGTH = '2026-11-22T10'.length;
const DAY_HOURS = 24;
/** Days of an account's own history that a sudden rise is compared with. */
export const USUAL_DAYS = 14;

type BudgetRules = ReturnType<typeof createBudgetRules>;

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly budgets: BudgetRules;
  }
}

export function createBudgetRules(budgets: CommandBudgets) {
  const refused = new Map<string, number>();
  return {
    budgets,
    /** True for an account's first refusal of a kind within an hour: a waiting batch retries every minute. */
    isFirstRefusal(accountId: number, why: string, now: Date): boolean {
      const key = `${accountId} ${why}`;
      if (Math.abs(now.getTime() - (refused.get(key) ?? 0)) < HOUR) return false;
      refused.set(key, now.getTime());
      return true;
    },
  };
}

export const hourOf = (time: string): string => time.slice(0, HOUR_LENGTH);

/** Returns the first of the 24 hours that a daily budget covers; the current hour is the last. */
export const dayBegins = (now: Date): string => hourOf(isoAfter(now, -(DAY_HOURS - 1) * HOUR));

/** Returns the first hour whose counts are still needed. */
export const usualBegins = (now: Date): string => hourOf(isoAfter(now, -USUAL_DAYS * DAY));

export interface HourCount {
  readonly hour: string;
  readonly commands: number;
}

export const sumOf = (hours: readonly HourCount[]): number => hours.reduce((sum, { commands }) => sum + commands, 0);

/** Returns when enough of the oldest hours are a day old for the rest to fit into a budget, in milliseconds. */
export function roomAt(hours: readonly HourCount[], budget: number): number {
  let left = sumOf(hours);
  const last = hours.find(({ commands }) => {
    left -= commands;
    return left <= budget;
  });
  return last === undefined ? 0 : Date.parse(`${last.hour}:00:00.000Z`) + DAY;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

export function spanText(seconds: number): string {
  if (seconds <= MINUTE_SECONDS) return `${seconds} seconds`;
  return seconds < 2 * HOUR_SECONDS
    ? `${Math.ceil(seconds / MINUTE_SECONDS)} minutes`
    : `${Math.ceil(seconds / HOUR_SECONDS)} hours`;
}

export const countText = (value: number): string => value.toLocaleString('en-US');

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

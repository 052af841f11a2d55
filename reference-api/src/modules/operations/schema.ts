import * as c from '../../core/store/columns.ts';
import { firstStep } from './0001-initial.ts';
import type { TableSet } from '../../core/store/migrations/migration-list.ts';

const tables = {
  /** Counts per five minutes, by name: commands that reached a state, their times, and how many waited. */
  gateway_figures: { ...c.fixedTexts('period', 'name'), ...c.numbers('count') },
  gateway_errors: { ...c.fixedTexts('period', 'message'), ...c.numbers('count'), ...c.texts('at') },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema: TableSet = { tables, firstStep };

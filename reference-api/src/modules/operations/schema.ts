import { fixedTexts, numbers, texts, type RowsOf, type TableSet } from '../../core/store/columns.ts';

const tables = {
  /** Counts per five minutes, by name: commands that reached a state, their times, and how many waited. */
  gateway_figures: { ...fixedTexts('period', 'name'), ...numbers('count') },
  gateway_errors: { ...fixedTexts('period', 'message'), ...numbers('count'), ...texts('at') },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends RowsOf<typeof tables> {}
}

export const schema: TableSet = {
  tables,
  constraints: {
    gateway_figures: 'primary key (period, name)',
    gateway_errors: 'primary key (period, message)',
  },
};

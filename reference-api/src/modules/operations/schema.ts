import * as c from '../../core/store/columns.ts';

const tables = {
  /** Counts per five minutes, by name: commands that reached a state, their times, and how many waited. */
  gateway_figures: { ...c.fixedTexts('period', 'name'), ...c.numbers('count') },
  gateway_errors: { ...c.fixedTexts('period', 'message'), ...c.numbers('count'), ...c.texts('at') },
};

declare module '../../core/store/schema.ts' {
  interface Schema extends c.RowsOf<typeof tables> {}
}

export const schema: c.TableSet = {
  tables,
  constraints: {
    gateway_figures: 'primary key (period, name)',
    gateway_errors: 'primary key (period, message)',
  },
};

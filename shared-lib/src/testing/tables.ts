import { within } from '@testing-library/react';

const cellsOf = ({ children }: Element): string => [...children].map(({ textContent }) => textContent).join(' | ');

/** The column names of a table: `S.No. | IMEI 1 | Status`. */
export const headOf = (table: HTMLElement): string =>
  within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
    .join(' | ');

/** The cells of each row below the head: `1 | 490154203237518 | found`. */
export const rowsOf = (table: HTMLElement): readonly string[] =>
  within(table).getAllByRole('row').slice(1).map(cellsOf);

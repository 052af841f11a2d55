import { createContext, use, useState } from 'react';

/** Column ids to shown or hidden by the operator. The width decides about the others. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Stores which columns the operator chose, by the table's name. */
export interface KeptTableColumns {
  readonly of: (table: string) => ColumnChoice | undefined;
  readonly keep: (table: string, choice: ColumnChoice) => void;
}

/** Provided by the host around a screen. Without it a choice of columns lasts as long as its table. */
export const TableColumnsContext = createContext<KeptTableColumns | null>(null);

const nothing: ColumnChoice = {};

/** The operator's choice for a table and its setter; stored if the table has a name. */
export function useColumnChoice(table: string | undefined) {
  const kept = use(TableColumnsContext);
  const [own, setOwn] = useState<ColumnChoice>();
  const choose = (choice: ColumnChoice): void => {
    setOwn(choice);
    if (table !== undefined) kept?.keep(table, choice);
  };
  return { choice: own ?? (table === undefined ? undefined : kept?.of(table)) ?? nothing, choose };
}

import { createContext, use, useState } from 'react';

/** Stores which columns the operator chose, by the table's name. */
export interface KeptTableColumns {
  readonly of: (table: string) => Readonly<Record<string, boolean>> | undefined;
  readonly keep: (table: string, choice: Readonly<Record<string, boolean>>) => void;
}

/** Provided by the host around a screen. Without it a choice of columns lasts as long as its table. */
export const TableColumnsContext = createContext<KeptTableColumns | null>(null);

const nothing: Readonly<Record<string, boolean>> = {};

/** The operator's choice for a table and its setter; stored if the table has a name. */
export function useColumnChoice(table: string | undefined): {
  readonly choice: Readonly<Record<string, boolean>>;
  readonly choose: (choice: Readonly<Record<string, boolean>>) => void;
} {
  const kept = use(TableColumnsContext);
  const [own, setOwn] = useState<Readonly<Record<string, boolean>>>();
  const choose = (choice: Readonly<Record<string, boolean>>): void => {
    setOwn(choice);
    if (table !== undefined) kept?.keep(table, choice);
  };
  return { choice: own ?? (table === undefined ? undefined : kept?.of(table)) ?? nothing, choose };
}

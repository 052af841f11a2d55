import { createContext, use, useState } from 'react';

/** Where tables keep which of their columns the operator chose, each under its own name. */
export interface KeptTableColumns {
  readonly of: (table: string) => Readonly<Record<string, boolean>> | undefined;
  readonly keep: (table: string, choice: Readonly<Record<string, boolean>>) => void;
}

/** Given by the host around a screen; without it a choice of columns lasts as long as its table. */
export const TableColumnsContext = createContext<KeptTableColumns | null>(null);

const nothing: Readonly<Record<string, boolean>> = {};

/** What the operator chose for a table, and the way to choose anew; kept where the table has a name to keep it by. */
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

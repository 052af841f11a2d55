import { useMemo, useState, type RefObject } from 'react';
import { useColumnChoice } from '../table-columns.tsx';
import type { Column } from './column.ts';
import {
  canFold,
  cardColumns,
  columnsFor,
  doFit,
  widthOf,
  type CardColumns,
  type ColumnChoice,
} from './columns-shown.ts';
import { useTableRoom } from './use-table-room.ts';

/** The cards that rows become in a narrow window, and which of them are open. */
export interface CardLook<Row> extends CardColumns<Row> {
  /** Places of the open ones, from the first to the last. */
  readonly opened: readonly number[];
  readonly toggle: (place: number) => void;
}

/** How a table is shown in the room that it has. */
export interface TableLook<Row> {
  /** In the order of the screen's own. */
  readonly shown: readonly Column<Row>[];
  /** Undefined where rows stand as rows. */
  readonly cards: CardLook<Row> | undefined;
  /** The columns that stay have no room, so that their cells are denser. */
  readonly isDense: boolean;
  /** They have none even so, and the table scrolls sideways. */
  readonly isOverflowing: boolean;
  /** Whether there is anything to choose. */
  readonly isChoosable: boolean;
  readonly choice: ColumnChoice;
  readonly choose: (choice: ColumnChoice) => void;
}

interface Opened {
  readonly order: Uint32Array | undefined;
  readonly places: readonly number[];
}

/** Which columns a table shows, and whether its rows are cards; `order` says whether its rows are in other places. */
export function useTableLook<Row>(
  region: RefObject<HTMLElement | null>,
  columns: readonly Column<Row>[],
  name: string | undefined,
  order: Uint32Array | undefined,
): TableLook<Row> {
  const { choice, choose } = useColumnChoice(name);
  const { width, isNarrow } = useTableRoom(region);
  const [opened, setOpened] = useState<Opened>({ order, places: [] });
  const hasCards = isNarrow && width !== undefined && !doFit(columns, width, choice);
  const lines = useMemo(() => (hasCards ? cardColumns(columns, choice) : undefined), [hasCards, columns, choice]);
  const shown = useMemo(
    () => (hasCards ? columns : columnsFor(columns, width, choice)),
    [hasCards, columns, width, choice],
  );
  const isWider = (isDense: boolean) => !hasCards && width !== undefined && widthOf(shown, isDense) > width;
  const isDense = isWider(false);
  const places = opened.order === order ? opened.places : [];
  const toggle = (place: number): void =>
    setOpened({
      order,
      places: places.includes(place)
        ? places.filter((other) => other !== place)
        : [...places, place].toSorted((a, b) => a - b),
    });
  return {
    shown,
    cards: lines && { ...lines, opened: places, toggle },
    isDense,
    isOverflowing: isDense && isWider(true),
    isChoosable: name !== undefined || canFold(columns),
    choice,
    choose,
  };
}

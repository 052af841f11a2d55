import { useMemo, useState, type RefObject, useLayoutEffect } from 'react';
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

/** Below this window width, in pixels, rows that do not fit become cards. */
const NARROW_WINDOW = 640;

/** Border and vertical scroll bar, in pixels. */
const EDGES = 16;

interface TableRoom {
  /** Pixels; undefined if not laid out, as in a hidden part. */
  readonly width: number | undefined;
  readonly isNarrow: boolean;
}

/** Measured before the first paint and on every change. */
function useTableRoom(region: RefObject<HTMLElement | null>): TableRoom {
  const [room, setRoom] = useState<TableRoom>({ width: undefined, isNarrow: false });

  useLayoutEffect(() => {
    const element = region.current;
    if (!element) return undefined;
    const measure = () => {
      const width = element.offsetWidth > EDGES ? element.offsetWidth - EDGES : undefined;
      const isNarrow = window.innerWidth < NARROW_WINDOW;
      setRoom((before) => (before.width === width && before.isNarrow === isNarrow ? before : { width, isNarrow }));
    };
    measure();
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(element);
    return () => observer?.disconnect();
  }, [region]);

  return room;
}

/** The cards of a narrow window, and which are open. */
export interface CardLook<Row> extends CardColumns<Row> {
  /** Positions, in order. */
  readonly opened: readonly number[];
  readonly toggle: (place: number) => void;
}

export interface TableLook<Row> {
  /** In the screen's order. */
  readonly shown: readonly Column<Row>[];
  /** Undefined if rows are not cards. */
  readonly cards: CardLook<Row> | undefined;
  /** The remaining columns do not fit, so cells are denser. */
  readonly isDense: boolean;
  /** Even denser cells do not fit: the table scrolls sideways. */
  readonly isOverflowing: boolean;
  readonly isChoosable: boolean;
  readonly choice: ColumnChoice;
  readonly choose: (choice: ColumnChoice) => void;
}

interface Opened {
  readonly order: Uint32Array | undefined;
  readonly places: readonly number[];
}

/** A table's shown columns, and whether its rows are cards; `order` says whether rows were moved. */
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

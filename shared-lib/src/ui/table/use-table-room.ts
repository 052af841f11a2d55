import { useLayoutEffect, useState, type RefObject } from 'react';

/** Below this width of the window, in pixels, rows that do not fit beside one another become cards. */
const NARROW_WINDOW = 640;

/** What the border and a vertical scroll bar take of a table's width, in pixels. */
const EDGES = 16;

/** The room that a table has. */
export interface TableRoom {
  /** In pixels; undefined where nothing is laid out, such as in a part that is not shown. */
  readonly width: number | undefined;
  readonly isNarrow: boolean;
}

/** The room of a table, measured before the first picture and whenever it changes. */
export function useTableRoom(region: RefObject<HTMLElement | null>): TableRoom {
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

import { useLayoutEffect, useState, type RefObject } from 'react';
import { rowWindow, type RowWindow } from './row-window.ts';

/** Height of a row in a windowed table, in pixels; the same number stands in data-table.module.css. */
const ROW_HEIGHT = 36;

interface View {
  readonly height: number;
  readonly top: number;
}

/**
 * The rows to render for where `region` is scrolled to; the header in it does not count. Renders again at most once a
 * frame and row.
 */
export function useRowWindow(region: RefObject<HTMLElement | null>, count: number, isWindowed: boolean): RowWindow {
  const [view, setView] = useState<View>({ height: 0, top: 0 });

  useLayoutEffect(() => {
    const element = region.current;
    if (!element || !isWindowed) return undefined;
    const measure = () => {
      const height = element.clientHeight - (element.querySelector('thead')?.clientHeight ?? 0);
      const top = Math.floor(element.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
      setView((before) => (before.height === height && before.top === top ? before : { height, top }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure);
    observer?.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer?.disconnect();
    };
  }, [region, isWindowed]);

  return isWindowed
    ? rowWindow(count, ROW_HEIGHT, Math.max(view.height, 0), view.top)
    : { first: 0, last: count, before: 0, after: 0 };
}

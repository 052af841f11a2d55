import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import styles from './chart.module.css';
import { formatLocale } from '../../i18n/index.ts';
import layout from '../layout/layout.module.css';

interface LegendSeries extends ChartSeries {
  readonly text: string;
}

interface LegendProps {
  readonly id: string;
  readonly series: readonly LegendSeries[];
  /** Makes each a button; the chosen one is pressed. */
  readonly chosen?: string | null | undefined;
  readonly onChoose?: ((name: string | null) => void) | undefined;
}

export function Legend({ id, series, chosen, onChoose }: LegendProps) {
  return (
    <ul className={styles['legend']}>
      {series.map((one, index) => (
        <li key={one.name}>
          {onChoose ? (
            <button
              type="button"
              className={styles['choice']}
              aria-pressed={chosen === one.name}
              onClick={() => onChoose(chosen === one.name ? null : one.name)}
            >
              <Entry id={id} index={index} of={one} />
            </button>
          ) : (
            <Entry id={id} index={index} of={one} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Entry({ id, index, of }: { readonly id: string; readonly index: number; readonly of: LegendSeries }) {
  return (
    <>
      <svg className={styles['key']} aria-hidden="true">
        <rect width="100%" height="100%" rx="2" fill={patternUrl(id, index)} />
      </svg>
      {of.name} <b>{of.text}</b>
    </>
  );
}

/** A pattern over a series' colour, so that colour is not the only difference: none, lines, dots, in turn. */
const marks = ['', 'M-1 7 L7 -1 M3 11 L11 3', 'M2 2 h2 v2 h-2 z M6 6 h2 v2 h-2 z', 'M0 4 H8'];

const markOf = (index: number): string | undefined => marks[index % marks.length];

const patternId = (id: string, index: number): string => `${id}-series-${index}`;

export const patternUrl = (id: string, index: number): string => `url(#${patternId(id, index)})`;

export function SeriesPatterns({ id, series }: { readonly id: string; readonly series: readonly ChartSeries[] }) {
  return (
    <defs>
      {series.map(({ name, tone }, index) => (
        <pattern
          key={name}
          id={patternId(id, index)}
          className={styles['pattern']}
          data-tone={tone}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" fill="currentColor" />
          {markOf(index) && <path className={styles['mark']} d={markOf(index)} />}
        </pattern>
      ))}
    </defs>
  );
}

/** The colour of a series, by what it means. */
export type ChartTone = 'accent' | 'success' | 'warning' | 'danger' | 'info' | 'muted';

/** What is counted, in every bar of a chart. */
export interface ChartSeries {
  readonly name: string;
  readonly tone: ChartTone;
}

export const plainValue = (value: number): string => value.toLocaleString(formatLocale());

interface HiddenTableProps {
  readonly caption: string;
  readonly headers: readonly [string, ...string[]];
  readonly rows: readonly (readonly [string, ...string[]])[];
}

export function HiddenTable({ caption, headers, rows }: HiddenTableProps) {
  return (
    <div className={layout['hidden']}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headers.map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={headers[index + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The pointed or focused one of `count` adjacent places, and the props of their area. */
export function usePointed(count: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const pointed = chosen !== null && chosen < count ? chosen : null;
  const moves: Readonly<Record<string, number | null>> = {
    ArrowLeft: Math.max(0, (pointed ?? count) - 1),
    ArrowRight: Math.min(count - 1, (pointed ?? -1) + 1),
    Home: 0,
    End: count - 1,
    Escape: null,
  };
  return {
    pointed,
    area: {
      tabIndex: 0,
      onFocus: () => setChosen((before) => before ?? count - 1),
      onBlur: () => setChosen(null),
      onPointerMove: ({ clientX, currentTarget }: PointerEvent) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        if (width > 0) setChosen(Math.min(count - 1, Math.max(0, Math.floor(((clientX - left) / width) * count))));
      },
      onPointerLeave: () => setChosen(null),
      onKeyDown: (event: KeyboardEvent) => {
        const move = moves[event.key];
        if (move === undefined) return;
        event.preventDefault();
        setChosen(move);
      },
    },
  };
}

import { useState, type ReactNode } from 'react';
import { StatusBadge } from '@device-console/shared-lib/ui';
import { contrastRatio, readRgb } from './contrast.ts';
import { colourPairs, type ColourPair } from './tokens.ts';
import styles from './tokens.module.css';

/**
 * The contrast of an element's text to its background, as the browser has computed both; null where it is not to be
 * had.
 */
function contrastOf(element: HTMLElement): number | null {
  const { color, backgroundColor } = getComputedStyle(element);
  const [front, back] = [readRgb(color), readRgb(backgroundColor)];
  return front && back ? contrastRatio(front, back) : null;
}

function Sample({
  pair: { front, back, least },
  theme,
}: {
  readonly pair: ColourPair;
  readonly theme: 'light' | 'dark';
}): ReactNode {
  const [ratio, setRatio] = useState<number | null>(null);
  const measure = (element: HTMLElement | null): void => {
    if (element) setRatio(contrastOf(element));
  };
  return (
    <td>
      <span className={styles[theme]}>
        <span ref={measure} className={styles['sample']} style={{ color: `var(${front})`, background: `var(${back})` }}>
          {theme === 'light' ? 'Light' : 'Dark'}
        </span>
      </span>
      {ratio !== null && <StatusBadge tone={ratio >= least ? 'success' : 'danger'}>{ratio.toFixed(2)}</StatusBadge>}
    </td>
  );
}

/** Which colour stands on which, in both themes, with the contrast of the two. */
export function ColourPairs(): ReactNode {
  return (
    <div className={styles['scroller']} role="region" aria-label="Contrast of pairs" tabIndex={0}>
      <table className={styles['pairs']} aria-label="Contrast of pairs">
        <thead>
          <tr>
            <th scope="col">On each other</th>
            <th scope="col">Light</th>
            <th scope="col">Dark</th>
            <th scope="col">Needs</th>
          </tr>
        </thead>
        <tbody>
          {colourPairs.map((pair) => (
            <tr key={pair.front + pair.back}>
              <th scope="row">
                <code>{pair.front}</code> on <code>{pair.back}</code>
              </th>
              <Sample pair={pair} theme="light" />
              <Sample pair={pair} theme="dark" />
              <td>{pair.least}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

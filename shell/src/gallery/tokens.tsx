import type { ReactNode } from 'react';
import styles from './gallery.module.css';

function tokenNames(): readonly string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText);
  const names = rules
    .filter((rule) => rule.startsWith(':root {'))
    .flatMap((rule) => [...rule.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name));
  return [...new Set(names)];
}

/** Colours are also shown, in the page's theme. */
export function Tokens(): ReactNode {
  const page = getComputedStyle(document.documentElement);
  return (
    <ul className={styles['tokens']}>
      {tokenNames().map((name) => (
        <li key={name}>
          {name.startsWith('--color-') && <div className={styles['colour']} style={{ background: `var(${name})` }} />}
          <code>{name}</code>
          <div>{page.getPropertyValue(name)}</div>
        </li>
      ))}
    </ul>
  );
}

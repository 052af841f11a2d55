import type { ReactNode } from 'react';
import { Actions, Card, Page, Stack } from '@device-console/shared-lib/ui';
import { examples } from './examples.tsx';
import styles from './gallery.module.css';

/** Every component of `ui` and its subpaths in its states, and the tokens. For remote authors; in no menu. */
export function GalleryScreen(): ReactNode {
  return (
    <Page title="Gallery" lead="What a remote may use. Your account's menu has the light and the dark look.">
      <nav aria-label="Parts">
        <Actions>
          {Object.values(examples)
            .flatMap((parts) => Object.keys(parts))
            .map((name) => (
              <a key={name} href={`#${name}`}>
                {name}
              </a>
            ))}
          <a href="#tokens">Tokens</a>
        </Actions>
      </nav>
      {Object.entries(examples).flatMap(([subpath, parts]) =>
        Object.entries(parts).map(([name, example]) => (
          <div key={name} id={name}>
            <Card
              title={name}
              description={<code>{`import { ${name} } from '@device-console/shared-lib/${subpath}';`}</code>}
            >
              <Stack gap="small">{example}</Stack>
            </Card>
          </div>
        )),
      )}
      <div id="tokens">
        <Card title="Tokens" description="The variables of tokens.css, as this page has them.">
          <Tokens />
        </Card>
      </div>
    </Page>
  );
}

function tokenNames(): readonly string[] {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText);
  const names = rules
    .filter((rule) => rule.startsWith(':root {'))
    .flatMap((rule) => [...rule.matchAll(/(--[\w-]+):/g)].map(([, name = '']) => name));
  return [...new Set(names)];
}

/** Colours are also shown, in the page's theme. */
function Tokens(): ReactNode {
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

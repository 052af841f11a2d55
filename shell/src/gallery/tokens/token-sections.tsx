import { useState, type CSSProperties, type ReactNode } from 'react';
import { anchorOf } from '../part.ts';
import { ColourPairs } from './colour-pairs.tsx';
import { colourGroups, measures, radii, shadows, spaces, typeSizes, weights, type Token } from './tokens.ts';
import styles from './tokens.module.css';

/** A section about tokens of one kind. */
interface TokenSection {
  readonly name: string;
  readonly Section: () => ReactNode;
}

function Frame({
  name,
  use,
  children,
}: {
  readonly name: string;
  readonly use: string;
  readonly children: ReactNode;
}): ReactNode {
  const id = anchorOf(name);
  return (
    <section id={id} className={styles['section']} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h3 id={`${id}-title`} className={styles['title']}>
        {name}
      </h3>
      <p className={styles['use']}>{use}</p>
      {children}
    </section>
  );
}

function Name({ token: { name, use } }: { readonly token: Token }): ReactNode {
  return (
    <>
      <code className={styles['name']}>{name}</code>
      <span className={styles['note']}>{use}</span>
    </>
  );
}

function Colours(): ReactNode {
  return (
    <Frame
      name="Colours"
      use={
        'On the left as light shows it, on the right as dark does. A remote takes a colour by what it means, ' +
        'never by how it looks.'
      }
    >
      {colourGroups.map(({ title, colours }) => (
        <div key={title}>
          <h4 className={styles['subtitle']}>{title}</h4>
          <ul className={styles['swatches']}>
            {colours.map((colour) => (
              <li key={colour.name} className={styles['swatch']}>
                <span className={styles['halves']} aria-hidden="true">
                  {(['light', 'dark'] as const).map((theme) => (
                    <span key={theme} className={styles[theme]} style={{ background: `var(${colour.name})` }} />
                  ))}
                </span>
                <Name token={colour} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </Frame>
  );
}

function Contrast(): ReactNode {
  return (
    <Frame
      name="Contrast"
      use="What stands on what, with the contrast ratio as this browser shows it. Text needs 4.5, outlines 3."
    >
      <ColourPairs />
    </Frame>
  );
}

/** What a variable holds on this page. */
function Value({ name }: { readonly name: string }): ReactNode {
  const [value] = useState(() => getComputedStyle(document.documentElement).getPropertyValue(name).trim());
  return <code className={styles['name']}>{value}</code>;
}

/** A list of tokens, each with something drawn by it. */
function drawn(
  name: string,
  use: string,
  tokens: readonly Token[],
  draw: (token: Token) => ReactNode,
  hasValues = true,
): TokenSection {
  return {
    name,
    Section: () => (
      <Frame name={name} use={use}>
        <ul className={styles['tokens']}>
          {tokens.map((token) => (
            <li key={token.name} className={styles['token']}>
              <span className={styles['drawing']}>{draw(token)}</span>
              <span>
                <Name token={token} />
                {hasValues && <Value name={token.name} />}
              </span>
            </li>
          ))}
        </ul>
      </Frame>
    ),
  };
}

const box = (style: CSSProperties): ReactNode => <span className={styles['box']} style={style} aria-hidden="true" />;

/** The sections about tokens, in their order. */
export const tokenSections: readonly TokenSection[] = [
  { name: 'Colours', Section: Colours },
  { name: 'Contrast', Section: Contrast },
  drawn('Spaces', 'Distances between and within parts.', spaces, ({ name }) => (
    <span className={styles['bar']} style={{ width: `var(${name})` }} aria-hidden="true" />
  )),
  drawn('Type', 'Sizes and weights of text.', [...typeSizes, ...weights], ({ name }) => (
    <span style={name.startsWith('--size') ? { fontSize: `var(${name})` } : { fontWeight: `var(${name})` }}>
      Device
    </span>
  )),
  drawn('Corners', 'How round a corner is.', radii, ({ name }) => box({ borderRadius: `var(${name})` })),
  drawn(
    'Shadows',
    'What stands above the page casts one.',
    shadows,
    ({ name }) => box({ boxShadow: `var(${name})` }),
    false,
  ),
  drawn('Measures', 'What has to be equal everywhere.', measures, ({ name }) => <Value name={name} />, false),
];

/** One variable of shared-lib's tokens.css, and what it is for. */
export interface Token {
  readonly name: string;
  readonly use: string;
}

const token = (name: string, use: string): Token => ({ name, use });

/** Colours, by what they are for. */
export const colourGroups: readonly { readonly title: string; readonly colours: readonly Token[] }[] = [
  {
    title: 'Surfaces and lines',
    colours: [
      token('--color-canvas', 'behind everything'),
      token('--color-surface', 'cards, bars, controls'),
      token('--color-raised', 'dialogs, menus'),
      token('--color-sunken', 'within a card, set back'),
      token('--color-hover', 'pointed at'),
      token('--color-line', 'between parts'),
      token('--color-outline', 'around a control'),
      token('--color-scrim', 'between page and dialog'),
    ],
  },
  {
    title: 'Text',
    colours: [
      token('--color-text', 'text'),
      token('--color-muted', 'what is less important'),
      token('--color-on-solid', 'on a solid colour'),
    ],
  },
  {
    title: 'Accent',
    colours: [
      token('--color-accent', 'links, what is chosen'),
      token('--color-accent-solid', 'the main button'),
      token('--color-accent-solid-hover', 'the same, pointed at'),
      token('--color-accent-soft', 'behind what is chosen'),
      token('--color-focus', 'around what has the focus'),
    ],
  },
  ...(['success', 'warning', 'danger', 'info'] as const).map((tone) => ({
    title: { success: 'Success', warning: 'Warning', danger: 'Danger', info: 'Information' }[tone],
    colours: [
      token(`--color-${tone}`, 'text and mark'),
      token(`--color-${tone}-soft`, 'behind them'),
      token(`--color-${tone}-line`, 'around them'),
      token(`--color-${tone}-solid`, 'bars and buttons'),
      ...(tone === 'danger' ? [token('--color-danger-solid-hover', 'a button, pointed at')] : []),
    ],
  })),
];

/** Two colours that stand on each other, and the contrast that they must hold: 4.5 for text, 3 for outlines. */
export interface ColourPair {
  readonly front: string;
  readonly back: string;
  readonly least: 4.5 | 3;
}

const text = (front: string, ...backs: readonly string[]): readonly ColourPair[] =>
  backs.map((back) => ({ front: `--color-${front}`, back: `--color-${back}`, least: 4.5 }));

/** The pairs that occur. */
export const colourPairs: readonly ColourPair[] = [
  ...text('text', 'canvas', 'surface', 'raised', 'sunken', 'hover'),
  ...text('muted', 'canvas', 'surface', 'raised', 'sunken', 'hover'),
  ...text('accent', 'canvas', 'surface', 'sunken', 'accent-soft'),
  ...text('on-solid', 'accent-solid', 'accent-solid-hover', 'danger-solid', 'danger-solid-hover'),
  ...(['success', 'warning', 'danger', 'info'] as const).flatMap((tone) => text(tone, 'surface', `${tone}-soft`)),
  { front: '--color-outline', back: '--color-surface', least: 3 },
  { front: '--color-focus', back: '--color-canvas', least: 3 },
];

/** Distances between parts. */
export const spaces: readonly Token[] = [
  token('--space-1', 'within a control'),
  token('--space-2', 'between buttons'),
  token('--space-3', 'between fields'),
  token('--space-4', 'within a small part'),
  token('--space-5', 'between cards'),
  token('--space-6', 'within a dialog'),
  token('--space-8', 'within a large card'),
  token('--space-12', 'at the end of a page'),
];

/** Sizes of type. */
export const typeSizes: readonly Token[] = [
  token('--size-xs', 'badges'),
  token('--size-sm', 'labels, hints'),
  token('--size-md', 'text'),
  token('--size-lg', 'titles of cards'),
  token('--size-xl', 'titles of pages'),
  token('--size-figure', 'figures of the dashboard'),
];

/** Weights of type. */
export const weights: readonly Token[] = [
  token('--weight-normal', 'text'),
  token('--weight-medium', 'labels'),
  token('--weight-strong', 'titles'),
];

/** Rounded corners. */
export const radii: readonly Token[] = [
  token('--radius-sm', 'badges, small buttons'),
  token('--radius-md', 'controls'),
  token('--radius-lg', 'cards, dialogs'),
  token('--radius-full', 'pills'),
];

/** Shadows. */
export const shadows: readonly Token[] = [
  token('--shadow-card', 'cards'),
  token('--shadow-control', 'controls'),
  token('--shadow-overlay', 'dialogs, menus'),
];

/** What is told by its value alone. */
export const measures: readonly Token[] = [
  token('--control-height', 'height of fields and buttons'),
  token('--row-height', 'height of a row of a table'),
  token('--field-width', 'widest field'),
  token('--top-bar-height', 'height of the top bar'),
  token('--sidebar-width', 'width of the menu'),
  token('--font-text', 'typeface'),
  token('--duration', 'time of a transition'),
];

/** Every variable of tokens.css; a test compares the two. */
export const allTokens: readonly Token[] = [
  ...colourGroups.flatMap(({ colours }) => colours),
  ...spaces,
  ...typeSizes,
  ...weights,
  ...radii,
  ...shadows,
  ...measures,
];

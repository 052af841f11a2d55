import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');

/** Which colour is used on which, and the contrast required: 4.5 for texts, 3 for outlines. */
const pairs: readonly (readonly [front: string, backs: readonly string[], least: number])[] = [
  ['text', ['canvas', 'surface', 'raised', 'sunken', 'hover'], 4.5],
  ['muted', ['canvas', 'surface', 'raised', 'sunken', 'hover'], 4.5],
  ['accent', ['canvas', 'surface', 'sunken', 'accent-soft'], 4.5],
  ['on-solid', ['accent-solid', 'accent-solid-hover', 'danger-solid', 'danger-solid-hover'], 4.5],
  ['success', ['surface', 'success-soft'], 4.5],
  ['warning', ['surface', 'warning-soft'], 4.5],
  ['danger', ['surface', 'danger-soft'], 4.5],
  ['info', ['surface', 'info-soft'], 4.5],
  ['outline', ['surface'], 3],
  ['focus', ['canvas'], 3],
];

/** A colour as tokens.css writes it first, in light or in dark. */
function colourOf(name: string, theme: 'light' | 'dark'): string {
  const [, value = ''] = new RegExp(`--color-${name}: ([^;]+);`).exec(css) ?? [];
  const [, light = value, dark = value] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
  return theme === 'light' ? light : dark;
}

/** The luminance of a colour such as #161a2b, as WCAG 2 defines it. */
function luminance(colour: string): number {
  if (!/^#[\da-f]{6}$/.test(colour)) throw new Error(`"${colour}" is no opaque colour.`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

describe('the tokens', () => {
  it.each(['light', 'dark'] as const)('D26 hold the contrast that their pairs need, in %s', (theme) => {
    const tooLow = pairs.flatMap(([front, backs, least]) =>
      backs
        .filter((back) => contrast(colourOf(front, theme), colourOf(back, theme)) < least)
        .map((back) => `${front} on ${back}`),
    );
    expect(tooLow).toEqual([]);
  });

  it('D26 hold it in a file field that is disabled, which is not made paler', () => {
    const field = readFileSync(join(__dirname, '../imei-file/file-field.module.css'), 'utf8');
    const [, zone = ''] = /\.zone\[data-disabled\] \{([^}]*)\}/.exec(field) ?? [];
    const [, texts = ''] = /\.zone\[data-disabled\] :is\(\.mark, \.name, \.choose\) \{([^}]*)\}/.exec(field) ?? [];
    const [, front] = /\.zone \{[^}]* color: var\(--color-([\w-]+)\)/.exec(field) ?? [];
    const [, back = ''] = /background: var\(--color-([\w-]+)\)/.exec(zone) ?? [];
    expect(texts).toContain('color: inherit;');
    expect(zone).not.toContain('opacity');
    expect(pairs.find(([name, , least]) => name === front && least === 4.5)?.[1]).toContain(back);
  });

  it('are compared as WCAG 2 does', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 2);
    expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrastRatio, readRgb } from './contrast.ts';
import { allTokens, colourPairs } from './tokens.ts';

const styles = join(__dirname, '../../../../shared-lib/src/ui');
const css = readFileSync(join(styles, 'tokens.css'), 'utf8');

/** The two colours of a variable, light and dark, as tokens.css writes them. */
function coloursOf(name: string): readonly (string | undefined)[] {
  const [, value = ''] = new RegExp(`${name}: ([^;]+);`).exec(css) ?? [];
  const [, light = value, dark = value] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? [];
  return [light, dark];
}

/** #161a2b as browsers compute it. */
const computed = (hex = ''): string =>
  `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;

describe('the tokens of the gallery', () => {
  it('are those of tokens.css, each once', () => {
    const written = [...css.matchAll(/^ {2,}(--[a-z0-9-]+):/gm)].map(([, name]) => name);
    expect(allTokens.map(({ name }) => name).toSorted()).toEqual([...new Set(written)].toSorted());
  });

  it('hold the contrast that their pairs need, in both themes', () => {
    const tooLow = colourPairs.flatMap(({ front, back, least }) =>
      [0, 1]
        .filter((theme) => {
          const [one, other] = [readRgb(computed(coloursOf(front)[theme])), readRgb(computed(coloursOf(back)[theme]))];
          if (!one || !other) throw new Error(`${front} or ${back} is no colour in tokens.css.`);
          return contrastRatio(one, other) < least;
        })
        .map((theme) => `${front} on ${back}, ${theme === 0 ? 'light' : 'dark'}`),
    );
    expect(tooLow).toEqual([]);
  });

  it('D26 hold it in a file field that is disabled, which is not made paler', () => {
    const field = readFileSync(join(styles, 'file-field/file-field.module.css'), 'utf8');
    const [, zone = ''] = /\.zone\[data-disabled\] \{([^}]*)\}/.exec(field) ?? [];
    const [, texts = ''] = /\.zone\[data-disabled\] :is\(\.mark, \.name, \.choose\) \{([^}]*)\}/.exec(field) ?? [];
    const [, front] = /\.zone \{[^}]* color: var\((--color-[\w-]+)\)/.exec(field) ?? [];
    const [, back] = /background: var\((--color-[\w-]+)\)/.exec(zone) ?? [];
    expect(texts).toContain('color: inherit;');
    expect(zone).not.toContain('opacity');
    expect(colourPairs).toContainEqual({ front, back, least: 4.5 });
  });
});

describe('the contrast of two colours', () => {
  it.each([
    ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
    ['rgb(255, 255, 255)', 'rgb(255 255 255)', 1],
    ['rgb(119, 119, 119)', 'rgb(255, 255, 255)', 4.48],
  ])('of %s and %s is %d', (one, other, ratio) => {
    const [first, second] = [readRgb(one), readRgb(other)];
    if (!first || !second) throw new Error('not read');
    expect(contrastRatio(first, second)).toBeCloseTo(ratio, 2);
    expect(contrastRatio(second, first)).toBeCloseTo(ratio, 2);
  });

  it.each(['', 'rgba(0, 0, 0, 0.5)', 'transparent', 'color(srgb 0 0 0)'])('is not to be had of %s', (text) =>
    expect(readRgb(text)).toBeNull(),
  );
});

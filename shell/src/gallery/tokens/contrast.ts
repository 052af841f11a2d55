type Rgb = readonly [red: number, green: number, blue: number];

/** Reads `rgb(22, 26, 43)` as browsers compute colours, opaque ones only; null for anything else. */
export function readRgb(text: string): Rgb | null {
  const [, red, green, blue] = /^rgb\((\d+),? (\d+),? (\d+)\)$/.exec(text) ?? [];
  return red === undefined || green === undefined || blue === undefined
    ? null
    : [Number(red), Number(green), Number(blue)];
}

/** The part of one channel, of 255, in the luminance. */
function linear(channel: number): number {
  const part = channel / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The contrast ratio of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

/** The IMEIs in a text, each once, in its order, and how many stood in it more than once. */
export interface PastedImeis {
  readonly imeis: readonly string[];
  readonly repeated: number;
}

/** Reads IMEIs out of any text: numbers of 15 digits, which spaces, slashes, dashes or dots may divide. */
export function pastedImeis(text: string): PastedImeis {
  const all = [...text.matchAll(/(?<!\d)\d(?:[ \u00a0./-]?\d){14}(?!\d)/g)].map(([match]) =>
    match.replaceAll(/\D/g, ''),
  );
  const imeis = [...new Set(all)];
  return { imeis, repeated: all.length - imeis.length };
}

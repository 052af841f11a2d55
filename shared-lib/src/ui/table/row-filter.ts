const STEPS_A_LOOK = 64;
/** Texts of so many rows are kept, so that only the first search has to make them. */
const KEPT_TEXTS = 200_000;

const GROUPED_DIGITS = /^[\d\s./-]*\d[\d\s./-]*$/;

/** The words of a filter, each as alternatives: digits may be typed in groups, which all may be one. */
interface Filter {
  readonly words: readonly (readonly string[])[];
  readonly digits: string | undefined;
}

function alternatives(text: string): readonly string[] {
  const digits = GROUPED_DIGITS.test(text) ? text.replace(/\D/g, '') : text;
  return digits === text ? [text] : [text, digits];
}

/** What a row must say to pass: every word, or digits such as an IMEI's typed with spaces or dashes. */
function filterOf(query: string): Filter {
  const text = query.trim().toLowerCase();
  const words = text.split(/\s+/);
  return { words: words.map(alternatives), digits: words.length > 1 ? alternatives(text)[1] : undefined };
}

function passes(text: string, { words, digits }: Filter): boolean {
  if (digits !== undefined && text.includes(digits)) return true;
  return words.every((choices) => choices.some((choice) => text.includes(choice)));
}

/** The rows of one table as texts, in lower case, to be searched again and again. */
export class SearchTexts {
  readonly #texts: string[] = [];

  constructor(private readonly textAt: (index: number) => string) {}

  at(index: number): string {
    if (index >= KEPT_TEXTS) return this.textAt(index);
    return (this.#texts[index] ??= this.textAt(index));
  }
}

/** The rows that pass a filter; may be interrupted, and `upTo` called again when rows were added. */
export class FilteredRows {
  readonly #found: number[] = [];
  #searched = 0;
  readonly #filter: Filter;

  constructor(
    private readonly texts: SearchTexts,
    query: string,
  ) {
    this.#filter = filterOf(query);
  }

  /** Searches the rows up to `count`; returns the indexes of all that pass, in their order. */
  *upTo(count: number): Generator<void, Uint32Array> {
    for (; this.#searched < count; this.#searched += 1) {
      if (this.#searched % STEPS_A_LOOK === 0) yield;
      if (passes(this.texts.at(this.#searched), this.#filter)) this.#found.push(this.#searched);
    }
    return Uint32Array.from(this.#found);
  }
}

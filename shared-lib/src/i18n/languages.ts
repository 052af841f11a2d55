/** A language of the console. */
export interface Language {
  /** Name of its catalogues, and value of `lang`. */
  readonly id: string;
  /** Locale of dates and numbers (BCP 47). */
  readonly locale: string;
  /** In the language itself. */
  readonly name: string;
}

/** The language of the sources: it has no catalogue. */
export const english: Language = { id: 'en', locale: 'en-IN', name: 'English' };

/** Every language that can be chosen. Each but English has a file of its id in every package's `src/locales`. */
export const languages: readonly Language[] = [english, { id: 'hi', locale: 'hi-IN', name: 'हिन्दी' }];

/** A language in which the console speaks. */
export interface Language {
  /** The name of its catalogues, and the value of `lang`. */
  readonly id: string;
  /** By which dates and numbers are written (BCP 47). */
  readonly locale: string;
  /** What those who speak it call it. */
  readonly name: string;
}

/** The language of the sources: it needs no catalogue. */
export const english: Language = { id: 'en', locale: 'en-IN', name: 'English' };

/** Every language that can be chosen. Each but English has a file of its id in `src/locales` of every package. */
export const languages: readonly Language[] = [english, { id: 'hi', locale: 'hi-IN', name: 'हिन्दी' }];

import { createSealedTexts } from './sealed-texts.ts';

export interface Seeds {
  /** Seals a seed for an account; throws without a key. */
  seal(seed: string, accountId: number): string;
  /** Opens a seed that one of the keys sealed for this account; throws for anything else. */
  open(sealed: string, accountId: number): string;
}

const placeOf = (accountId: number): string => `account ${accountId}`;

/** Seals with the first of the secrets and opens with all of them, so that FACTOR_KEY can be changed. */
export function createSeeds(secrets: readonly string[]): Seeds {
  const texts = createSealedTexts(secrets, 'device-console second factor seeds');
  return {
    seal(seed, accountId) {
      const sealed = texts.seal(seed, placeOf(accountId));
      if (sealed === undefined) throw new Error('There is no key for seeds, so no authenticator app can be added.');
      return sealed;
    },
    open(sealed, accountId) {
      const seed = texts.open(sealed, placeOf(accountId));
      if (seed !== undefined) return seed;
      throw new Error(
        'A seed is altered, or was sealed with another FACTOR_KEY. Add the former key to the list, after the new one.',
      );
    },
  };
}

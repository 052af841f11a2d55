const LONGEST = 500;
/** Control characters, halves of characters, and what turns the direction of a line. */
const UNCLEAN = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]+/gu;

/** A reason as it is kept and shown: one line that every database takes, of at most 500 characters. */
export function cleanReason(text: string): string {
  const cleaned = text.replace(UNCLEAN, ' ').replace(/\s+/g, ' ').trim();
  const characters = [...cleaned.slice(0, 2 * LONGEST)];
  return characters.length <= LONGEST ? cleaned.slice(0, 2 * LONGEST) : `${characters.slice(0, LONGEST - 1).join('')}…`;
}

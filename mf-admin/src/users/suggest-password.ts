/** Cannot be confused on paper or on the phone. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** The server's minimum is five. */
const DIFFERENT_SIGNS = 8;
/** Skips bytes from here on, which would make some characters more likely. */
const FAIR_BYTES = 256 - (256 % SIGNS.length);

function sign(random: () => number): string {
  for (;;) {
    const byte = random();
    if (byte < FAIR_BYTES) return SIGNS.charAt(byte % SIGNS.length);
  }
}

const randomByte = (): number => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;

/** 16 random characters in groups of four, about 79 bits; `random` supplies bytes. */
export function suggestPassword(random: () => number = randomByte): string {
  for (;;) {
    const groups = Array.from({ length: GROUPS }, () =>
      Array.from({ length: GROUP_LENGTH }, () => sign(random)).join(''),
    );
    if (new Set(groups.join('')).size >= DIFFERENT_SIGNS) return groups.join('-');
  }
}

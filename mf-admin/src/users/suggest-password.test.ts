import { suggestPassword } from './suggest-password.ts';

/** Returns these bytes, then counts up. */
function bytes(...first: readonly number[]): () => number {
  let count = 0;
  return () => {
    const byte = first[count] ?? count % 248;
    count += 1;
    return byte;
  };
}

describe('a suggested password', () => {
  it('U2 has four groups of four signs that are not mistaken for one another, another one each time', () => {
    const made = Array.from({ length: 50 }, () => suggestPassword());
    for (const password of made) expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/);
    expect(new Set(made).size).toBe(50);
  });

  it('U2 makes every sign as likely as the others: bytes beyond their multiple are left out', () => {
    expect(suggestPassword(bytes(248, 255, 0, 1, 2, 3))).toMatch(/^abcd-/);
  });

  it('U2 never has too few different signs for the server', () => {
    const ones = Array.from({ length: 16 }, () => 1);
    expect(new Set(suggestPassword(bytes(...ones))).size).toBeGreaterThan(8);
  });
});

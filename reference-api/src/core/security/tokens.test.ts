import { createTokens, hashSecret, newSecret } from './tokens.ts';
import { createPasswords } from './passwords.ts';

it('D18 D21 secrets are 32 random bytes each, and kept as SHA-256', () => {
  const made = Array.from({ length: 1000 }, () => newSecret());
  expect(new Set(made).size).toBe(made.length);
  for (const secret of made) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  // Each of the 256 bits is set in about half of them.
  const ones = Array.from({ length: 256 }, (_, bit) =>
    made.filter((secret) => ((Buffer.from(secret, 'base64url')[bit >> 3] ?? 0) >> (bit & 7)) & 1),
  );
  for (const { length } of ones) expect(Math.abs(length - 500)).toBeLessThan(150);
  const key = createTokens('a key of the database').newKey();
  expect(Buffer.from(key.slice('dck_'.length, key.indexOf('.')), 'base64url')).toHaveLength(32);
  expect(hashSecret('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('a password is hashed by argon2id with 19 MB, two rounds and a salt of its own', async () => {
  const passwords = await createPasswords();
  const words = 'the same words';
  const [first, second] = [await passwords.hash(words), await passwords.hash(words)];
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/);
  expect(second).not.toBe(first);
  const hashes = [first, await passwords.hash('other words'), undefined];
  const fits = await Promise.all(hashes.map((hash) => passwords.verify(hash, words)));
  expect(fits).toEqual([true, false, false]);
});

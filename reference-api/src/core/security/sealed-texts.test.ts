import { createSealedTexts } from './sealed-texts.ts';

const [OLD, NEW] = ['an old key of thirty-two characters', 'a new key of thirty-two characters.'];
const sealedBy = (...keys: readonly string[]) => createSealedTexts(keys, 'tests');

it('S15 seeds of authenticator apps are sealed for one account, each time otherwise, and opened again', () => {
  const seeds = sealedBy(OLD);
  const [one, two] = [seeds.seal('SEED', 'account 7'), seeds.seal('SEED', 'account 7')];
  expect(one).not.toBe(two);
  expect([seeds.open(one, 'account 7'), seeds.open(two, 'account 7')]).toEqual(['SEED', 'SEED']);
  const altered = one.slice(0, 10) + (one[10] === 'A' ? 'B' : 'A') + one.slice(11);
  for (const text of [altered, 'v1.', 'SEED']) expect(seeds.open(text, 'account 7')).toBeUndefined();
  expect(seeds.open(one, 'account 8')).toBeUndefined();
});

it('S15 seeds of authenticator apps are opened by a former key too, and sealed by the first', () => {
  const former = sealedBy(OLD).seal('SEED', '');
  const both = sealedBy(NEW, OLD);
  expect([both.open(former, ''), sealedBy(NEW).open(both.seal('SEED', ''), '')]).toEqual(['SEED', 'SEED']);
  expect(sealedBy(NEW).open(former, '')).toBeUndefined();
});

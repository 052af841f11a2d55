import { createSeeds } from './sealed-texts.ts';

const [OLD, NEW] = ['an old key of thirty-two characters', 'a new key of thirty-two characters.'];

describe('seeds of authenticator apps', () => {
  it('S15 are sealed for one account, each time otherwise, and opened again', () => {
    const seeds = createSeeds([OLD]);
    const [one, two] = [seeds.seal('SEED', 7), seeds.seal('SEED', 7)];
    expect(one).not.toBe(two);
    expect([seeds.open(one, 7), seeds.open(two, 7)]).toEqual(['SEED', 'SEED']);
    expect(() => seeds.open(one, 8)).toThrow('another FACTOR_KEY');
  });

  it('S15 are opened by a former key too, and sealed by the first', () => {
    const former = createSeeds([OLD]).seal('SEED', 7);
    const both = createSeeds([NEW, OLD]);
    expect(both.open(former, 7)).toBe('SEED');
    expect(createSeeds([NEW]).open(both.seal('SEED', 7), 7)).toBe('SEED');
    expect(() => createSeeds([NEW]).open(former, 7)).toThrow('Add the former key');
  });

  it('S15 that were altered are refused', () => {
    const seeds = createSeeds([OLD]);
    const sealed = seeds.seal('SEED', 7);
    const altered = sealed.slice(0, 10) + (sealed[10] === 'A' ? 'B' : 'A') + sealed.slice(11);
    for (const text of [altered, 'v1.', 'SEED']) expect(() => seeds.open(text, 7)).toThrow();
  });

  it('S15 need a key', () => {
    expect(() => createSeeds([]).seal('SEED', 7)).toThrow('There is no key for seeds');
  });
});

import { signedText } from './host.ts';

describe('signedText', () => {
  it('is the same however the entry was written, and leaves the signature out', () => {
    const one = { id: 'mf-x', signature: 'a', declaration: { b: [{ z: 1, y: null }], a: 'ä' } };
    const other = { declaration: { a: 'ä', b: [{ y: null, z: 1 }] }, id: 'mf-x', signature: 'b' };
    expect(signedText(one)).toBe('{"declaration":{"a":"ä","b":[{"y":null,"z":1}]},"id":"mf-x"}');
    expect(signedText(other)).toBe(signedText(one));
  });

  it.each([
    ['another value', { id: 'mf-y', list: [1, 2] }],
    ['another order of a list', { id: 'mf-x', list: [2, 1] }],
    ['a further field', { id: 'mf-x', list: [1, 2], later: true }],
  ])('differs for %s', (_what, entry) => {
    expect(signedText(entry)).not.toBe(signedText({ id: 'mf-x', list: [1, 2] }));
  });
});

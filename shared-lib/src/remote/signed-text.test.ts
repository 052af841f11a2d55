import { signedText } from './host.ts';

it('signedText is the same however the entry was written, and leaves the signature out', () => {
  const one = { id: 'mf-x', signature: 'a', declaration: { b: [{ z: 1, y: null }], a: 'ä' } };
  const other = { declaration: { a: 'ä', b: [{ y: null, z: 1 }] }, id: 'mf-x', signature: 'b' };
  expect(signedText(one)).toBe('{"declaration":{"a":"ä","b":[{"y":null,"z":1}]},"id":"mf-x"}');
  expect(signedText(other)).toBe(signedText(one));
});

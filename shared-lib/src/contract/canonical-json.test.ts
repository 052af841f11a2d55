import { canonicalJson } from './index.ts';

describe('canonicalJson', () => {
  it('sorts the keys of objects at every level and keeps the order of lists', () => {
    expect(canonicalJson({ b: [{ z: 1, y: null }, 'ä'], a: { d: true, c: [2, 1] } })).toBe(
      '{"a":{"c":[2,1],"d":true},"b":[{"y":null,"z":1},"ä"]}',
    );
  });

  it('leaves out fields that are undefined, as JSON does', () => {
    expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}');
  });
});

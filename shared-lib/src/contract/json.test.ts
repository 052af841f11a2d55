import { canonicalJson } from './index.ts';

it('canonicalJson sorts keys at every level, keeps the order of lists, and leaves undefined out, as JSON does', () => {
  expect(canonicalJson({ b: [{ z: 1, y: null }, 'ä'], c: undefined, a: { d: true, c: [2, 1] } })).toBe(
    '{"a":{"c":[2,1],"d":true},"b":[{"y":null,"z":1},"ä"]}',
  );
});

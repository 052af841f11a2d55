import assert from 'node:assert/strict';
import { test } from 'node:test';
import { styleFaults } from '../lib/refusals/style-faults.ts';

test('styles of a remote: what a selector is for has a class, or is within what has one', () => {
  const far = [
    'body:has(.a) { b: c }',
    '.a ~ * { b: c }',
    '.a + p, .b { b: c }',
    '.a { + p { b: c } }',
    '@media print { .a { & ~ div { b: c } } }',
    ':global(.a) p { b: c }',
    ':is(.a, p) b { b: c }',
    'html{b:c}',
  ];
  for (const text of far)
    assert.deepEqual(
      styleFaults(text).map(({ id }) => id),
      ['page-styles'],
      text,
    );
  const near = [
    ".a > p + p, .b ~ .c::before, body:has(.x) .d { content: '{ } body ~ *' }",
    '.a { > p ~ p { b: c } &:hover { b: c } &[data-a="b~c"] { b: c } + .b { b: c } }',
    '@keyframes in { from { b: c } 50% { b: c } } @container (width > 2rem) { .a { b: c } }',
    ':is(.a, .b:not(p)) p { b: c }',
    '[data-theme="dark"] .a{b:url(data:image/svg+xml;base64,x);d:e}.b{c:d}',
  ];
  for (const text of near) assert.deepEqual(styleFaults(text), [], text);
  assert.deepEqual(
    styleFaults('.a { position:fixed }\n@property --x { b: c }').map(({ line, found }) => `${line} ${found}`),
    ['1 position: fixed', '2 @property'],
  );
});

test('a style sheet that cannot be read is refused by its name: browsers would use the rest of it', () => {
  assert.throws(() => styleFaults('.a {}\nbody { b', 'screen.css'), /screen\.css:2:8: Unknown word b/);
});

test('styles of a remote: no font of its own, nothing from other origins', () => {
  const text =
    '.a { color: red; }\n/* @font-face { } url(https://x) */\n@font-face { src: ' +
    'url("https://fonts.example/x.woff2"); }\n' +
    '.b { background: url(//x/y.png); }\n@import "http://x/y.css";';
  assert.deepEqual(
    styleFaults(text).map(({ id, line, found }) => `${id} ${line} ${found}`),
    [
      'page-styles 3 @font-face',
      'other-files 3 url("https://fonts.example/x.woff2',
      'other-files 4 url(//x/y.png',
      'other-files 5 "http://x/y.css',
    ],
  );
});

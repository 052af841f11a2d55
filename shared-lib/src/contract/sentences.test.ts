import { sentences } from './index.ts';

it.each([
  [['No device', 'Nothing was sent.'], 'No device. Nothing was sent.'],
  [['No device.', 'Nothing was sent'], 'No device. Nothing was sent.'],
  [['X refused: no device. Nothing was sent.', 'Nothing was sent.'], 'X refused: no device. Nothing was sent.'],
  [['Why? ', '', ' Really!', 'और…', 'समाप्त।'], 'Why? Really! और… समाप्त।'],
  [[''], ''],
])('C7 D22 %j become %j', (parts, text) => {
  expect(sentences(...parts)).toBe(text);
});

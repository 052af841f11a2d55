import { readTarget } from './single-forms.tsx';

it.each(['3', '35693803564380', 'a', 'AL', '3569380356438091', ''])('C5 "%s" is no target yet', (text) => {
  expect(readTarget(text)).toEqual({ kind: 'incomplete' });
});

it.each(['x', '12b', 'ALLE', 'BALL'])('C5 "%s" can become none', (text) => {
  expect(readTarget(text)).toEqual({ kind: 'other-characters' });
});

it.each(['ALL', 'all', 'aLl'])('C5 "%s" are all devices', (text) => {
  expect(readTarget(text)).toEqual({ kind: 'target', imei: 'ALL' });
});

it('C5 15 digits are a device', () => {
  expect(readTarget('490154203237518')).toEqual({ kind: 'target', imei: '490154203237518' });
});

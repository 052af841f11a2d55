import type { NavigationItem } from '../navigation/screen-routes.ts';
import { matchesFilter, withCaptions } from './sidebar.tsx';

const item = (title: string, group?: string): NavigationItem => ({
  address: `/${title}`,
  title,
  icon: undefined,
  group,
});

const drawn = (items: readonly NavigationItem[]) =>
  withCaptions(items).map(({ title, caption }) =>
    caption === undefined ? title : `${caption === '' ? '-' : caption} ${title}`,
  );

describe('F1 the captions of the menu', () => {
  it('N1 keep the order, caption long runs, and put what is between them into one section', () => {
    expect(
      drawn([
        item('Home'),
        item('a', 'commands'),
        item('b', 'commands'),
        item('c', 'commands'),
        item('d', 'devices'),
        item('e', 'commands'),
        item('f'),
        item('g', 'activity'),
        item('h', 'activity'),
        item('i', 'activity'),
        item('Logout'),
      ]),
    ).toEqual(['Home', 'Commands a', 'b', 'c', '- d', 'e', 'f', 'Activity g', 'h', 'i', '- Logout']);
  });

  it('N5 an operator with two screens has gaps alone, and one with none no more than one', () => {
    expect(drawn([item('Home'), item('a', 'commands'), item('b', 'devices'), item('Logout')])).toEqual([
      'Home',
      '- a',
      'b',
      '- Logout',
    ]);
    expect(drawn([item('Home'), item('Logout')])).toEqual(['Home', '- Logout']);
  });

  it('a group that this console does not know has no caption', () => {
    const unknown = ['a', 'b', 'c'].map((title) => item(title, 'warranty'));
    expect(drawn([item('Home'), ...unknown, item('Logout')])).toEqual(['Home', '- a', 'b', 'c', '- Logout']);
  });
});

it.each([
  ['Lock Device', 'dev lock', true],
  ['Lock Device', 'ock', false],
  ['Re-registrations', 'reg', true],
])('F2 the menu finds %s by "%s": %s', (title, filter, expected) => {
  expect(matchesFilter(title, filter)).toBe(expected);
});

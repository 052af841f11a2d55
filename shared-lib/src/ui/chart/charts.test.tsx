import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BarList, BarsByDay, Sparkline, StackedBar } from './index.ts';

const tableRows = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));
const points = [
  { name: '1 Nov', value: 4 },
  { name: '2 Nov', value: 1200 },
  { name: '3 Nov', value: 0 },
];

it('D40c a spark line is a picture with a name, and a table of its values; without points it is nothing', () => {
  const { container, rerender } = render(<Sparkline label="Registrations" points={points} />);
  expect(screen.getByRole('img', { name: 'Registrations' })).toBeInTheDocument();
  expect(tableRows('Registrations')).toEqual([
    ['Name', 'Value'],
    ['1 Nov', '4'],
    ['2 Nov', (1200).toLocaleString()],
    ['3 Nov', '0'],
  ]);
  rerender(<Sparkline label="Registrations" points={[]} />);
  expect(container).toBeEmptyDOMElement();
});

it('D40c values are shown by keyboard, and go with Escape and with the focus', async () => {
  const user = userEvent.setup();
  render(<Sparkline label="Registrations" points={points} />);
  const plot = screen.getByRole('img', { name: 'Registrations' });
  await user.tab();
  expect(plot).toHaveFocus();
  expect(plot).toHaveTextContent('3 Nov 0');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(plot).toHaveTextContent('1 Nov 4');
  await user.keyboard('{ArrowLeft}');
  expect(plot).toHaveTextContent('1 Nov 4');
  await user.keyboard('{End}');
  expect(plot).toHaveTextContent('3 Nov 0');
  await user.keyboard('{Escape}');
  expect(plot).toHaveTextContent(/^$/);
  await user.keyboard('{Home}');
  expect(plot).toHaveTextContent('1 Nov 4');
  await user.tab();
  expect(plot).toHaveTextContent(/^$/);
});

const series = [
  { name: 'Acknowledged', tone: 'success' },
  { name: 'Failed', tone: 'danger' },
] as const;

it('D40c bars by day stack their values to scale, each series with a fill of its own; focus tells a day', async () => {
  const { container } = render(
    <BarsByDay
      label="Commands"
      series={series}
      bars={[
        { name: '1 Nov', values: [30, 10] },
        { name: '2 Nov', values: [20, 0] },
      ]}
    />,
  );
  const rects = [...container.querySelectorAll('rect[fill^="url"][y]')].map((rect) => [
    rect.getAttribute('y'),
    rect.getAttribute('height'),
    rect.getAttribute('fill')?.slice(-9),
  ]);
  expect(rects).toEqual([
    ['25%', '75%', 'series-0)'],
    ['0%', '25%', 'series-1)'],
    ['50%', '50%', 'series-0)'],
  ]);
  expect(tableRows('Commands')).toEqual([
    ['Day', 'Acknowledged', 'Failed'],
    ['1 Nov', '30', '10'],
    ['2 Nov', '20', '0'],
  ]);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Acknowledged 50',
    'Failed 10',
  ]);
  await userEvent.tab();
  expect(screen.getByRole('img', { name: 'Commands' })).toHaveTextContent('2 NovAcknowledged 20Failed 0');
});

it('D40c the parts of a stacked bar are buttons where they can be chosen', async () => {
  const user = userEvent.setup();
  const chosen: (string | null)[] = [];
  const parts = [
    { name: 'Found', value: 3, tone: 'success' },
    { name: 'Not found', value: 1, tone: 'warning' },
  ] as const;
  const bar = (name: string | null) => (
    <StackedBar label="Devices" parts={parts} chosen={name} onChoose={(next) => chosen.push(next)} />
  );
  const { rerender, container } = render(bar(null));
  expect([...container.querySelectorAll('rect[x]')].map((rect) => rect.getAttribute('width'))).toEqual(['75%', '25%']);
  await user.click(screen.getByRole('button', { name: 'Not found 1' }));
  rerender(bar('Not found'));
  expect(screen.getByRole('button', { name: 'Not found 1' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(screen.getByRole('button', { name: 'Not found 1' }));
  expect(chosen).toEqual(['Not found', null]);
});

it('D40c a list of bars has every figure as text', () => {
  const { container } = render(
    <BarList
      label="Versions"
      bars={[
        { name: '5.0', value: 8 },
        { name: '4.9', value: 2, text: '2 of 10' },
      ]}
    />,
  );
  expect(screen.getByRole('list', { name: 'Versions' })).toHaveTextContent('5.084.92 of 10');
  expect([...container.querySelectorAll('rect')].map((rect) => rect.getAttribute('width'))).toEqual(['100%', '25%']);
});

import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DateRangeFields } from './index.ts';

it('R1 D3 one press asks for a range as it is at that moment, in the zone', async () => {
  const onChoose = jest.fn();
  const clock = jest.spyOn(Date, 'now').mockReturnValue(42);
  render(
    <DateRangeFields
      startLabel="StartDate"
      endLabel="EndDate"
      value={{ start: '2026-11-01', end: '2026-11-20' }}
      onChange={() => undefined}
      choicesLabel="Range"
      choices={[{ title: 'Last month', at: (now, timeZone) => ({ start: String(now), end: timeZone ?? 'own' }) }]}
      onChoose={onChoose}
      timeZone="Asia/Kolkata"
    />,
  );
  const group = within(screen.getByRole('group', { name: 'Range' }));
  await userEvent.click(group.getByRole('button', { name: 'Last month' }));
  expect(onChoose.mock.calls).toEqual([[{ start: '42', end: 'Asia/Kolkata' }]]);
  clock.mockRestore();
});

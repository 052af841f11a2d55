import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DateRangeFields } from './index.ts';

const onChange = jest.fn();
const onChoose = jest.fn();
beforeEach(() => jest.clearAllMocks());

const show = (problems?: { start?: string; end?: string }) =>
  render(
    <DateRangeFields
      startLabel="StartDate"
      endLabel="EndDate"
      value={{ start: '2026-11-01', end: '2026-11-20' }}
      onChange={onChange}
      problems={problems}
      choicesLabel="Range"
      choices={[{ title: 'Last month', at: (now, timeZone) => ({ start: String(now), end: timeZone ?? 'own' }) }]}
      onChoose={onChoose}
      timeZone="Asia/Kolkata"
      note="Days of Asia/Kolkata"
    >
      <p>Filter</p>
    </DateRangeFields>,
  );

describe('R1 a range of days', () => {
  it('D3 one press asks for a range as it is at that moment, in the zone', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(42);
    show();
    const group = within(screen.getByRole('group', { name: 'Range' }));
    await userEvent.click(group.getByRole('button', { name: 'Last month' }));
    expect(onChoose.mock.calls).toEqual([[{ start: '42', end: 'Asia/Kolkata' }]]);
    expect(screen.getByText('Days of Asia/Kolkata')).toBeVisible();
    expect(screen.getByText('Filter')).toBeVisible();
    jest.restoreAllMocks();
  });
});

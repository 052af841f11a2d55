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
  it('changes one day and keeps the other', () => {
    show();
    fireEvent.change(screen.getByLabelText('StartDate'), { target: { value: '2026-11-02' } });
    expect(onChange).toHaveBeenLastCalledWith({ start: '2026-11-02', end: '2026-11-20' });
    fireEvent.change(screen.getByLabelText('EndDate'), { target: { value: '2026-11-03' } });
    expect(onChange).toHaveBeenLastCalledWith({ start: '2026-11-01', end: '2026-11-03' });
    expect(onChoose).not.toHaveBeenCalled();
  });

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

  it('says which range is shown, where that is known', () => {
    const at = () => ({ start: '', end: '' });
    const choices = [
      { title: 'Today', at, isChosen: true },
      { title: 'Yesterday', at, isChosen: false },
    ];
    const days = { start: '', end: '' };
    const labels = { startLabel: 'StartDate', endLabel: 'EndDate', choicesLabel: 'Range' };
    render(<DateRangeFields {...labels} value={days} onChange={onChange} choices={choices} onChoose={onChoose} />);
    expect(screen.getByRole('button', { pressed: true })).toHaveTextContent('Today');
    expect(screen.getByRole('button', { pressed: false })).toHaveTextContent('Yesterday');
  });

  it('says at the field what is wrong', () => {
    show({ end: 'End date cannot be prior to start date' });
    expect(screen.getByLabelText('EndDate')).toHaveAccessibleDescription('End date cannot be prior to start date');
    expect(screen.getByLabelText('StartDate')).toBeValid();
  });
});

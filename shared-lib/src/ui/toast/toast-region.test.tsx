import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ToastRegion, type Toast } from './index.ts';

const done: Toast = { id: '1', tone: 'success', title: 'Lock Device is done', text: '3 found' };
const failed: Toast = { id: '2', tone: 'danger', title: 'Release Device failed', action: <a href="#there">Open</a> };

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function setUp(...toasts: Toast[]) {
  const dismissed: string[] = [];
  render(<ToastRegion label="News" toasts={toasts} onDismiss={(id) => dismissed.push(id)} />);
  return { dismissed, user: userEvent.setup({ advanceTimers: jest.advanceTimersByTime }) };
}

describe('F6 toasts', () => {
  it('are a named region, told in a pause; go by themselves when all is well, and stay when not', () => {
    const { dismissed } = setUp(done, failed);
    expect(screen.getByRole('region', { name: 'News' })).toHaveTextContent('Lock Device is done3 found');
    expect(screen.getByRole('list')).toHaveAttribute('aria-live', 'polite');
    act(() => jest.advanceTimersByTime(60_000));
    expect(dismissed).toEqual(['1']);
  });

  it('stay while they are pointed at', async () => {
    const { dismissed, user } = setUp(done);
    await user.hover(screen.getByText('Lock Device is done'));
    act(() => jest.advanceTimersByTime(60_000));
    expect(dismissed).toEqual([]);
    await user.unhover(screen.getByText('Lock Device is done'));
    act(() => jest.advanceTimersByTime(60_000));
    expect(dismissed).toEqual(['1']);
  });

  it('are dismissed by a press, and by following their link', async () => {
    const { dismissed, user } = setUp(failed);
    await user.click(screen.getByRole('link', { name: 'Open' }));
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(dismissed).toEqual(['2', '2']);
  });
});

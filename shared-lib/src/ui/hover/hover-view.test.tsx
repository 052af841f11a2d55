import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HoverView } from './index.ts';

it('shows more while its button has the focus, and on a press, for fingers; Escape closes it', async () => {
  render(<HoverView label="2 permissions">Lock Device, Reports</HoverView>);
  const button = screen.getByRole('button', { name: '2 permissions' });
  const isClosed = () => waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  await userEvent.tab();
  expect(button).toHaveAccessibleDescription('Lock Device, Reports');
  expect(screen.getByRole('tooltip')).toHaveTextContent('Lock Device, Reports');
  await userEvent.keyboard('{Escape}');
  await isClosed();
  await userEvent.click(button);
  expect(screen.getByRole('tooltip')).toHaveTextContent('Lock Device, Reports');
  act(() => button.blur());
  await isClosed();
});

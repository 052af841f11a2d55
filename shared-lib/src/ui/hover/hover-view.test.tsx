import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HoverView } from './index.ts';

const text = 'Lock Device, Reports';

describe('HoverView', () => {
  it('shows the permissions while their button has the focus, and closes on Escape', async () => {
    render(<HoverView label="2 permissions">{text}</HoverView>);
    await userEvent.tab();
    expect(screen.getByRole('button', { name: '2 permissions' })).toHaveAccessibleDescription(text);
    expect(screen.getByRole('tooltip')).toHaveTextContent(text);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  });

  it('shows them on a press, for fingers', async () => {
    render(<HoverView label="2 permissions">{text}</HoverView>);
    await userEvent.click(screen.getByRole('button', { name: '2 permissions' }));
    expect(screen.getByRole('tooltip')).toHaveTextContent(text);
    act(() => screen.getByRole('button', { name: '2 permissions' }).blur());
    await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  });
});

import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MenuButton } from './index.ts';

const choices = [
  { id: 'lock', label: 'Lock Device' },
  { id: 'unlock', label: 'Unlock Device' },
];

describe('MenuButton', () => {
  it('says whose it is, opens by keyboard, moves by arrows, tells the choice, and closes by Escape', async () => {
    const chosen: string[] = [];
    render(<MenuButton label="More" spokenLabel="More of A15" choices={choices} onChoose={(id) => chosen.push(id)} />);
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('menu', { name: 'More of A15' })).toBeInTheDocument();
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Lock Device', 'Unlock Device']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(chosen).toEqual(['unlock']);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More of A15' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await waitFor(() => expect(screen.getByRole('button', { name: 'More of A15' })).toHaveFocus());
    expect(chosen).toEqual(['unlock']);
  });
});

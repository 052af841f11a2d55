import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SideNav } from '../side-nav/side-nav.tsx';
import { AppFrame } from './app-frame.tsx';

const items = [
  { to: '/', label: 'Home' },
  { to: '/releaseDevice', label: 'Release Device', isCurrent: true },
];

function setUp(width: number, onIntent = jest.fn()) {
  act(() => {
    window.innerWidth = width;
    window.dispatchEvent(new Event('resize'));
  });
  render(
    <AppFrame
      topBar=""
      isFolded={false}
      sidebar={() => (
        <SideNav
          label="Main"
          items={items}
          onIntent={onIntent}
          renderLink={(props, item) => <a href={`#${item.to}`} {...props} />}
        />
      )}
      banner=""
    >
      <h1>Release Device</h1>
    </AppFrame>,
  );
  return { onIntent, user: userEvent.setup() };
}

describe('AppFrame', () => {
  it('skips to the content by keyboard', async () => {
    const { user } = setUp(1440);
    await user.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('opens the drawer, hides the page behind it, and gives the focus back on Escape', async () => {
    const { user } = setUp(390);
    const menu = screen.getByRole('button', { name: 'Menu' });
    expect(menu).toHaveAttribute('aria-expanded', 'false');
    await user.click(menu);
    expect(screen.getByRole('button', { name: 'Close menu' })).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByRole('link', { name: 'Release Device' })).toHaveFocus();
    expect(screen.getByRole('main', { hidden: true })).toHaveAttribute('inert');
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Menu' })).toHaveFocus();
    expect(screen.getByRole('main')).not.toHaveAttribute('inert');
  });

  it('closes the drawer when a screen was chosen, and when the window becomes wide', async () => {
    const { user } = setUp(390);
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(screen.getByRole('link', { name: 'Home' }));
    expect(screen.getByRole('main')).not.toHaveAttribute('inert');
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    act(() => {
      window.innerWidth = 1440;
      window.dispatchEvent(new Event('resize'));
    });
    expect(screen.getByRole('main')).not.toHaveAttribute('inert');
  });
});

describe('navigation', () => {
  it('tells ahead which screen is wanted, by pointer and by focus', async () => {
    const { user, onIntent } = setUp(1440);
    await user.hover(screen.getByRole('link', { name: 'Home' }));
    expect(onIntent).toHaveBeenLastCalledWith(items[0]);
    act(() => screen.getByRole('link', { name: 'Release Device' }).focus());
    expect(onIntent).toHaveBeenLastCalledWith(items[1]);
  });
});

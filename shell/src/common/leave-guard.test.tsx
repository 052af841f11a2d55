import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createLeaveGuard } from './leave-guard.ts';

function setUp() {
  const state = { sending: false, reloads: 0 };
  const guard = createLeaveGuard({
    isSending: () => state.sending,
    page: document,
    reloadPage: () => {
      state.reloads += 1;
    },
  });
  render(
    <>
      <input aria-label="Outside" />
      <main>
        <input aria-label="IMEI" />
        <input type="checkbox" aria-label="Agree" />
      </main>
    </>,
  );
  return { state, guard, user: userEvent.setup() };
}

describe('createLeaveGuard', () => {
  it('knows what was typed into a screen, until it is emptied or left', async () => {
    const { guard, user } = setUp();
    expect(guard.reasonToStay()).toBeNull();
    await user.type(screen.getByLabelText('Outside'), 'x');
    expect(guard.reasonToStay()).toBeNull();
    await user.type(screen.getByLabelText('IMEI'), '49');
    expect(guard.typed()).toBe('What you have typed or chosen on this screen would be lost.');
    await user.clear(screen.getByLabelText('IMEI'));
    expect(guard.typed()).toBeNull();
    await user.click(screen.getByLabelText('Agree'));
    expect(guard.reasonToStay()).toContain('typed or chosen');
    guard.forgetInput();
    expect(guard.reasonToStay()).toBeNull();
  });

  it('D16 names a batch that sends first, which a replaced screen would not cost', () => {
    const { guard, state } = setUp();
    state.sending = true;
    expect(guard.reasonToStay()).toContain('A batch is running.');
    expect(guard.typed()).toBeNull();
  });

  it('says that the page is being left once it was asked to reload', () => {
    const { guard, state } = setUp();
    expect(guard.isLeaving()).toBe(false);
    guard.reload();
    expect([guard.isLeaving(), state.reloads]).toEqual([true, 1]);
  });
});

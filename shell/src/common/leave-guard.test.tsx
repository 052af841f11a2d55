import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createLeaveGuard } from './leave-guard.ts';

function setUp() {
  const sending = { isNow: false };
  const reloadPage = jest.fn();
  const guard = createLeaveGuard({ isSending: () => sending.isNow, page: document, reloadPage });
  render(
    <>
      <input aria-label="Outside" />
      <main>
        <input aria-label="IMEI" />
        <input type="checkbox" aria-label="Agree" />
      </main>
    </>,
  );
  return { sending, reloadPage, guard, user: userEvent.setup() };
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
    const { guard, sending } = setUp();
    sending.isNow = true;
    expect(guard.reasonToStay()).toContain('A batch is running.');
    expect(guard.typed()).toBeNull();
  });

  it('says that the page is being left once it was asked to reload', () => {
    const { guard, reloadPage } = setUp();
    expect(guard.isLeaving()).toBe(false);
    guard.reload();
    expect(guard.isLeaving()).toBe(true);
    expect(reloadPage).toHaveBeenCalledTimes(1);
  });
});

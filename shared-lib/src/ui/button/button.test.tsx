import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from '../layout/layout.tsx';
import { TextField } from '../field/text-field.tsx';
import { Button } from './button.tsx';

describe('Button', () => {
  it('takes no press and no submit while it is pending, keeps its focus and says so', async () => {
    const onPress = jest.fn();
    const onSubmit = jest.fn();
    const form = (isPending: boolean) => (
      <Form aria-label="Lock" onSubmit={onSubmit}>
        <TextField label="IMEI" />
        <Button type="submit" isPending={isPending} onPress={onPress}>
          Lock device
        </Button>
      </Form>
    );
    const { rerender } = render(form(false));
    act(() => screen.getByRole('button', { name: 'Lock device' }).focus());
    rerender(form(true));
    const button = screen.getByRole('button', { name: 'Lock device Please wait' });
    expect(button).toHaveFocus();
    await userEvent.click(button);
    await userEvent.type(screen.getByRole('textbox', { name: 'IMEI' }), '1{Enter}');
    expect(onPress).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('D26 leaves no announcement without a name when it goes after it was pending', () => {
    const dialog = (isPending: boolean, label: string | undefined) => (
      <Button autoFocus isPending={isPending} aria-label={label}>
        Log out
      </Button>
    );
    const announcements = () => screen.queryAllByRole('img');
    for (const label of [undefined, 'Log out operator@example.com']) {
      const { rerender, unmount } = render(dialog(false, label));
      rerender(dialog(true, label));
      expect(announcements().map((image) => image.getAttribute('aria-labelledby'))).toHaveLength(1);
      unmount();
      expect(announcements()).toEqual([]);
    }
  });
});

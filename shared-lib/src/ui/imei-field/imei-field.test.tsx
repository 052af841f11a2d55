import { useState } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keysEvery } from '../../testing/keys-every.ts';
import { Button } from '../button/button.tsx';
import { Form } from '../layout/layout.tsx';
import { ImeiField, SeveralImeis } from './imei-field.tsx';

describe('one IMEI', () => {
  const GOOD = '356938035643809';

  function setUp({
    start = '',
    ...props
  }: { start?: string; isRequired?: boolean; errorMessage?: string; invalidText?: string } = {}) {
    const onComplete = jest.fn();
    const onSubmit = jest.fn();
    function Screen() {
      const [imei, setImei] = useState(start);
      return (
        <Form aria-label="Device" onSubmit={() => onSubmit(imei)}>
          <ImeiField {...props} value={imei} onChange={setImei} onComplete={onComplete} />
          <Button type="submit">Send</Button>
          <Button onPress={() => setImei('')}>Clear</Button>
        </Form>
      );
    }
    render(<Screen />);
    return {
      onComplete,
      onSubmit,
      field: screen.getByRole('textbox', { name: 'IMEI number' }),
      user: userEvent.setup(),
    };
  }

  it('C1 is a numeric text field with the hint of the specification', () => {
    const { field } = setUp();
    expect(field).toHaveAttribute('inputmode', 'numeric');
    expect(field).toHaveAttribute('type', 'text');
    expect(field).toHaveAccessibleDescription('Please provide 15 digit IMEI number');
  });

  it('C1 D10 cleans a pasted IMEI of spaces, dashes and slashes, and keeps leading zeros', async () => {
    const { field, user, onComplete } = setUp();
    await user.click(field);
    await user.paste(' 00-499901-064000/0\n');
    expect(field).toHaveValue('004999010640000');
    expect(onComplete.mock.calls).toEqual([['004999010640000']]);
  });

  it('L1 completes at exactly 15 digits, once for each time they become complete', async () => {
    const { field, user, onComplete } = setUp();
    await user.type(field, GOOD.slice(0, 14));
    expect(onComplete).not.toHaveBeenCalled();
    await user.type(field, '9');
    expect(onComplete).toHaveBeenCalledTimes(1);
    await user.type(field, '{Backspace}9');
    expect(onComplete).toHaveBeenCalledTimes(2);
    await user.type(field, '1');
    expect(onComplete).toHaveBeenCalledTimes(2);
    // The screen clears the field, and the same IMEI is pasted again.
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await user.click(field);
    await user.paste(GOOD);
    expect(onComplete).toHaveBeenCalledTimes(3);
  });

  it('D10 warns of a failing check digit and still sends', async () => {
    const { field, user, onSubmit } = setUp();
    await user.type(field, '356938035643808{Enter}');
    expect(screen.getByText(/The check digit is wrong/)).toBeInTheDocument();
    expect(field).not.toBeInvalid();
    expect(onSubmit).toHaveBeenCalledWith('356938035643808');
  });

  it.each([
    [GOOD.slice(0, 14), false, /IMEI number must be exactly 15 digits; this one has 14\./],
    [`${GOOD}1`, true, /this one has 16/],
    ['35693803564380O', false, /An IMEI has digits only/],
  ])(
    'C1 keeps %s in sight, says what is wrong, too many digits at once, and does not send it',
    async (text, atOnce, said) => {
      const { field, user, onSubmit } = setUp();
      await user.type(field, text);
      expect(field).toHaveAttribute('aria-invalid', String(atOnce));
      await user.type(field, '{Enter}');
      expect(onSubmit).not.toHaveBeenCalled();
      expect(field).toHaveValue(text);
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(said);
    },
  );

  it.each(['3569380356438', '3569380356438091', `${GOOD}490154203237518`, `IMEI:${GOOD}`])(
    'C1 a scan of %s is refused, and the next one takes its place',
    async (wrong) => {
      keysEvery(10);
      const { onSubmit, field, user } = setUp({ isRequired: true });
      await user.click(field);
      await user.keyboard(`${wrong}{Enter}`);
      expect(onSubmit).not.toHaveBeenCalled();
      await user.keyboard(`${GOOD}{Enter}`);
      expect(field).toHaveValue(GOOD);
      expect(onSubmit.mock.calls).toEqual([[GOOD]]);
    },
  );

  it('C1 a scan takes the place of what the field had, even without a selection', async () => {
    keysEvery(10);
    const { onSubmit, field, user } = setUp({ isRequired: true });
    await user.click(field);
    await user.paste('12');
    await user.keyboard(`${GOOD}{Enter}`);
    expect(onSubmit.mock.calls).toEqual([[GOOD]]);
  });

  it('C1 a scan whose keys came with a pause between them is whole in the field', async () => {
    keysEvery(10);
    const { onSubmit, field, user } = setUp({ isRequired: true });
    await user.click(field);
    await user.keyboard(GOOD.slice(0, 5));
    keysEvery(10);
    await user.keyboard(`${GOOD.slice(5)}{Enter}`);
    expect(onSubmit.mock.calls).toEqual([[GOOD]]);
  });

  it('C1 what a person typed is not replaced: a missing digit can be added', async () => {
    keysEvery(120);
    const { field, user } = setUp({ isRequired: true });
    await user.click(field);
    await user.keyboard('35693803564380{Enter}9');
    expect(field).toHaveValue(GOOD);
  });

  it('C1 asks for an IMEI where one is required', async () => {
    const { field, user, onSubmit } = setUp({ isRequired: true });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
  });

  it.each(['', GOOD.slice(1), `${GOOD}1`, '35693803564380O'])("D22 says the screen's own words of %j", async (text) => {
    const { field, user, onSubmit } = setUp({ start: text, invalidText: 'IMEI number must be exactly 15 digits' });
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(screen.getByText('IMEI number must be exactly 15 digits')).toBeInTheDocument();
    expect(field).toBeInvalid();
  });

  it("L1 shows the screen's own message and still sends", async () => {
    const { field, user, onSubmit } = setUp({
      start: GOOD,
      errorMessage: 'Cannot fetch the data now, please try again',
    });
    expect(field).toHaveAccessibleDescription(/Cannot fetch the data now, please try again/);
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).toHaveBeenCalledWith(GOOD);
  });
});

describe('scans on a page whose field takes them from anywhere', () => {
  const GOOD = '356938035643809';

  function setUp({ isDisabled = false, dialog = false } = {}) {
    keysEvery(10);
    const did: string[] = [];
    function Screen() {
      const [imei, setImei] = useState('');
      return (
        <>
          <Form aria-label="Device" onSubmit={() => did.push(`sent ${imei}`)}>
            <ImeiField
              value={imei}
              onChange={setImei}
              isRequired
              isDisabled={isDisabled}
              scans={{
                onScan: (text) => did.push(`scanned ${text}`),
                onBlocked: (text) => did.push(`blocked ${text}`),
              }}
            />
          </Form>
          <button onClick={() => did.push('pressed')}>A button</button>
          <a href="#there" onClick={() => did.push('followed')}>
            A link
          </a>
          <input aria-label="Filter" onKeyDown={({ key }) => key === 'Enter' && did.push('filtered')} />
          {dialog && (
            <div role="alertdialog" aria-label="Question">
              <button onClick={() => did.push('confirmed')}>Yes</button>
            </div>
          )}
        </>
      );
    }
    render(<Screen />);
    return { did, user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'IMEI number' }) };
  }

  const focuses = {
    'on nothing': () => document.body.focus(),
    'on a button': () => screen.getByRole('button', { name: 'A button' }).focus(),
    'on a link': () => screen.getByRole('link').focus(),
    'in the field': () => screen.getByRole('textbox', { name: 'IMEI number' }).focus(),
  };

  it.each(Object.keys(focuses) as (keyof typeof focuses)[])(
    'C1 the focus is %s: each scan is sent, with CR LF too, and nothing else happens',
    async (where) => {
      const { did, user, field } = setUp();
      act(focuses[where]);
      await user.keyboard(`${GOOD}{Enter}{Enter}490154203237518{Enter}`);
      expect(did).toEqual([`scanned ${GOOD}`, `sent ${GOOD}`, 'scanned 490154203237518', 'sent 490154203237518']);
      expect(field).toHaveFocus();
    },
  );

  it('C1 a prefix with a space presses no button; the scan is refused in the field', async () => {
    const { did, user, field } = setUp();
    act(focuses['on a button']);
    await user.keyboard(`IMEI ${GOOD}0{Enter}`);
    expect(did).toEqual([`scanned IMEI ${GOOD}0`]);
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
  });

  it('C1 what goes into another text is left alone', async () => {
    const { did, user } = setUp();
    await user.click(screen.getByRole('textbox', { name: 'Filter' }));
    await user.keyboard(`${GOOD}{Enter}`);
    expect(did).toEqual(['filtered']);
  });

  it('C2 while a question is open a scan answers nothing, and is told', async () => {
    const { did, user } = setUp({ dialog: true });
    act(() => screen.getByRole('button', { name: 'Yes' }).focus());
    await user.keyboard(`${GOOD}{Enter}{Enter}`);
    expect(did).toEqual([`blocked ${GOOD}`]);
  });

  it('C4 a field that is not open yet stays empty, and the form is told', async () => {
    const { did, user, field } = setUp({ isDisabled: true });
    await user.keyboard(`${GOOD}{Enter}`);
    expect(did).toEqual([`scanned ${GOOD}`]);
    expect(field).toHaveValue('');
  });

  it('C1 a person who presses Enter on a button presses that button', async () => {
    const { did, user } = setUp();
    act(focuses['on a button']);
    await user.keyboard('{Enter}');
    expect(did).toEqual(['pressed']);
  });
});

describe('several IMEIs pasted into a field of one', () => {
  const IMEI = '490154203237518';
  const OTHER_IMEI = '004999010640000';

  function Field() {
    const [imei, setImei] = useState('');
    return <ImeiField value={imei} onChange={setImei} />;
  }

  const field = () => screen.getByRole('textbox', { name: /^IMEI number/ });

  async function paste(text: string) {
    const user = userEvent.setup();
    await user.click(field());
    await user.paste(text);
    return user;
  }

  it('Q4 are not joined, and can become a batch', async () => {
    const taken = jest.fn();
    render(
      <SeveralImeis value={taken}>
        <Field />
      </SeveralImeis>,
    );
    const user = await paste(`${IMEI}\n35693803\n${OTHER_IMEI}\n${IMEI}`);
    expect(field()).toHaveValue('');
    expect(screen.getByRole('alert')).toHaveTextContent('2 IMEIs. Not an IMEI of 15 digits: 35693803.');
    await user.click(screen.getByRole('button', { name: 'Make a batch?' }));
    expect(taken.mock.calls).toEqual([[[IMEI, OTHER_IMEI, '35693803']]]);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('Q4 where nobody makes a batch the field says that it takes one', async () => {
    render(<Field />);
    const user = await paste(`${IMEI} ${OTHER_IMEI}`);
    expect(screen.getByRole('alert')).toHaveTextContent('2 IMEIs. This field takes one of them.');
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await user.type(field(), '4');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

it('C2 while the field is shown, the second Enter of a scan answers no question of the page', () => {
  keysEvery(10);
  const onKeyDown = jest.fn();
  const { unmount } = render(
    <div role="presentation" onKeyDown={onKeyDown}>
      <ImeiField value="" onChange={() => undefined} />
      <button type="button">Cancel</button>
    </div>,
  );
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  const enters = () => onKeyDown.mock.calls.length;
  const scan = () => {
    onKeyDown.mockClear();
    for (const key of '490154203237518') fireEvent.keyDown(screen.queryByRole('textbox') ?? cancel, { key });
    const digits = enters();
    return [
      fireEvent.keyDown(cancel, { key: 'Enter' }),
      fireEvent.keyDown(cancel, { key: 'Enter' }),
      enters() - digits,
    ];
  };
  expect(scan()).toEqual([true, false, 1]);
  unmount();
  document.body.append(cancel);
  expect(scan().slice(0, 2)).toEqual([true, true]);
  cancel.remove();
});

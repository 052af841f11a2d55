import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { ImeiField } from './imei-field.tsx';
import { SeveralImeis } from './several-imeis.tsx';

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

describe('several IMEIs pasted into a field of one', () => {
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

  it('Q4 C1 one IMEI is pasted as before, without its spaces', async () => {
    render(<Field />);
    await paste('490154 203237 518');
    expect(field()).toHaveValue(IMEI);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

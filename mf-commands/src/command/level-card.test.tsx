import { screen } from '@testing-library/react';
import { commandList } from '@device-console/shared-lib/contract';
import { exactly, IMEI, imeiField, openCard, sendButton, variantField } from '../testing/open-card.tsx';

const rows = commandList.filter(({ form }) => form === 'level').map((command) => [command.id, command] as const);

describe.each(rows)('the level of %s', (_id, command) => {
  const [first, second] = command.variants.map(({ choice }) => choice?.value ?? '');

  it('C4 comes first: no IMEI can be typed without it, and the levels are those of the row', async () => {
    const { api, user } = await openCard(command);
    expect(imeiField()).toBeDisabled();
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('value'))).toEqual([first, second]);
    await user.click(sendButton(command));
    expect(screen.getByText('Please select a level.')).toBeInTheDocument();
    await user.selectOptions(variantField(), first ?? '');
    expect(imeiField()).toBeEnabled();
    expect(screen.queryByText('Please select a level.')).not.toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('C4 changing it clears the IMEI and the last outcome', async () => {
    const { send, user } = await openCard(command);
    await send();
    await screen.findByText(command.successText, exactly);
    await user.selectOptions(variantField(), second ?? '');
    expect(imeiField()).toHaveValue('');
    expect(screen.queryByText(command.successText, exactly)).not.toBeInTheDocument();
  });

  it('C4 both are needed', async () => {
    const { api, user } = await openCard(command);
    await user.selectOptions(variantField(), first ?? '');
    await user.click(sendButton(command));
    expect(imeiField()).toBeInvalid();
    expect(api.requests).toEqual([]);
  });

  it('C4 D2 the same IMEI at another level is another command with its own id', async () => {
    const { api, send, submit, user } = await openCard(command);
    await send();
    await screen.findByText(command.successText, exactly);
    await user.selectOptions(variantField(), second ?? '');
    await user.type(imeiField(), IMEI);
    await submit();
    await screen.findByText(command.successText, exactly);
    expect(api.requests.map(({ body }) => body['action'])).toEqual(command.variants.map(({ action }) => action));
    expect(new Set(api.requests.map(({ transactionId }) => transactionId)).size).toBe(2);
  });

  it('an IMEI that came with the address outlives the first choice', async () => {
    const { user } = await openCard(command, { address: `/${command.screen}#imei=${IMEI}` });
    expect(imeiField()).toHaveValue(IMEI);
    await user.selectOptions(variantField(), first ?? '');
    expect(imeiField()).toHaveValue(IMEI);
  });
});

import { screen, within } from '@testing-library/react';
import { calls, commandById, commandList } from '@device-console/shared-lib/contract';
import { FakeFailure } from '@device-console/shared-lib/testing';
import { questionOf } from '@device-console/shared-lib/single-command';
import { answerTo, exactly, IMEI, imeiField, openCard, OTHER_IMEI, sendButton } from '../testing/open-card.tsx';

/** Every command but those whose form asks for more than a device. */
const singles = commandList.filter(({ form }) => form !== 'notification');
/** One command of each kind: the forms of the others differ in the names and texts of the command table alone. */
const rows = [
  ...new Map(
    singles.flatMap((command) =>
      command.variants.map((variant) => {
        const asks = questionOf(command, IMEI) !== null;
        const kind = [command.send, command.form, Boolean(variant.choice), asks, Boolean(command.confirmText)];
        return [kind.join(), [variant.action, command, variant] as const] as const;
      }),
    ),
  ).values(),
];
const lock = commandById('lock');

describe.each(rows)('the single form of %s', (action, command, variant) => {
  const open = (options: Parameters<typeof openCard>[1] = {}) => openCard(command, { ...options, variant });

  it(`C1 C6 C9 sends "${action}" once and says "${command.successText}"`, async () => {
    const { api, send } = await open();
    await send(OTHER_IMEI);
    expect(await screen.findByText(command.successText, exactly)).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent(`IMEI ${OTHER_IMEI}`);
    const { method, path } = calls[command.send];
    expect(api.requests).toEqual([
      expect.objectContaining({
        method,
        path,
        body: { imei: OTHER_IMEI, action, user: api.session.email },
        transactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      }),
    ]);
  });

  it('C1 sends nothing for 14 digits', async () => {
    const { api, fill, user } = await open();
    await fill(IMEI.slice(1));
    await user.click(sendButton(command));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(imeiField()).toBeInvalid();
    expect(api.requests).toEqual([]);
  });

  it("C7 shows the server's words when it refuses", async () => {
    const refuse = (): never => {
      throw new FakeFailure({ message: 'Device  is already released.' });
    };
    const { send } = await open({ handlers: answerTo(command, refuse) });
    await send();
    expect(await screen.findByText('Device  is already released.', exactly)).toBeInTheDocument();
    expect(screen.queryByText(command.successText, exactly)).not.toBeInTheDocument();
  });

  it('takes up the IMEI of the address and sends nothing by itself', async () => {
    const { api } = await open({ address: `/${command.screen}#imei=${OTHER_IMEI}` });
    expect(imeiField()).toHaveValue(OTHER_IMEI);
    expect(api.requests).toEqual([]);
  });
});

describe('the card', () => {
  it('C3 Formatted Device is titled as in the specification, the others plainly', async () => {
    const { unmount } = await openCard(commandById('formattedDevice'));
    expect(screen.getByRole('region', { name: 'De-enroll formatted device' })).toHaveAttribute('data-tone', 'caution');
    unmount();
    await openCard(lock);
    expect(screen.getByRole('region', { name: 'One device' })).toHaveAttribute('data-tone', 'plain');
  });

  it('C1 has the hint of the specification', async () => {
    await openCard(lock);
    expect(imeiField()).toHaveAccessibleDescription('Please provide 15 digit IMEI number');
  });

  it('C1 takes an IMEI pasted with spaces and dashes', async () => {
    const { api, fill, submit } = await openCard(lock);
    await fill(' 49-015420 323751-8\n');
    await submit();
    await screen.findByText(lock.successText, exactly);
    expect(api.requests[0]?.body).toMatchObject({ imei: IMEI });
  });

  it('D10 an IMEI with a wrong check digit warns and is sent', async () => {
    const { api, send } = await openCard(lock);
    await send('490154203237517');
    await screen.findByText(lock.successText, exactly);
    expect(screen.getByText(/The last digit does not fit/)).toBeInTheDocument();
    expect(api.requests).toHaveLength(1);
  });

  it('C6 a change of the IMEI takes the last outcome away', async () => {
    const { send, user } = await openCard(lock);
    await send();
    await screen.findByText(lock.successText, exactly);
    await user.type(imeiField(), '{Backspace}');
    expect(screen.queryByText(lock.successText, exactly)).not.toBeInTheDocument();
  });
});

describe.each(
  singles.filter(({ confirmText }) => confirmText !== undefined).map((command) => [command.id, command] as const),
)('%s asks first', (_id, command) => {
  it(`C2 "${command.confirmText}", and names the IMEI`, async () => {
    const { api, fill, user } = await openCard(command);
    await fill(IMEI);
    await user.click(sendButton(command));
    const dialog = screen.getByRole('alertdialog', { name: command.title });
    expect(within(dialog).getByText(command.confirmText ?? '', exactly)).toBeInTheDocument();
    expect(dialog).toHaveTextContent(`IMEI ${IMEI}`);
    expect(api.requests).toEqual([]);
  });

  it('C2 sends nothing on Cancel and keeps the form', async () => {
    const { api, fill, user } = await openCard(command);
    await fill(IMEI);
    await user.click(sendButton(command));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(imeiField()).toHaveValue(IMEI);
    expect(api.requests).toEqual([]);
  });
});

describe('a command that cannot be undone, of which the specification has no question', () => {
  const deEnroll = commandById('formattedDevice');

  it('C3 Formatted Device asks with the IMEI, and only the last button looks dangerous', async () => {
    const { api, fill, user } = await openCard(deEnroll);
    await fill(IMEI);
    expect(sendButton(deEnroll)).toHaveClass('primary');
    await user.click(sendButton(deEnroll));
    const dialog = screen.getByRole('alertdialog', { name: deEnroll.title });
    expect(within(dialog).getByText(`IMEI ${IMEI} will be de-enrolled. This cannot be undone.`)).toBeInTheDocument();
    const confirm = within(dialog).getByRole('button', { name: 'De-enroll device' });
    expect(confirm).toHaveClass('danger');
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(api.requests).toEqual([]);
    await user.click(confirm);
    expect(await screen.findByText(deEnroll.successText, exactly)).toBeInTheDocument();
    expect(api.requests).toHaveLength(1);
  });

  it.each(['Cancel', 'Escape'])('C3 Formatted Device sends nothing on %s and keeps the form', async (way) => {
    const { api, fill, user } = await openCard(deEnroll);
    await fill(IMEI);
    await user.click(sendButton(deEnroll));
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: way }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(imeiField()).toHaveValue(IMEI);
    expect(api.requests).toEqual([]);
  });

  it('C3 every such command with one IMEI asks before it sends', () => {
    const forGood = singles.filter(
      ({ destructive, inverse, form }) => destructive && inverse === undefined && form === 'imei',
    );
    expect(forGood.map(({ id }) => id)).toContain('formattedDevice');
    for (const command of forGood) expect(questionOf(command, IMEI)).not.toBeNull();
  });
});

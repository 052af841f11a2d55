import { screen, waitFor, within } from '@testing-library/react';
import { calls, commandList } from '@device-console/shared-lib/contract';
import { FakeFailure, FakeNetworkFailure, FakeReply } from '@device-console/shared-lib/testing';
import { answerTo, exactly, IMEI, imeiField, openCard, sendButton, variantField } from '../testing/open-card.tsx';

describe('the device', () => {
  const rows = commandList
    .filter(({ form }) => form === 'device-action')
    .map((command) => [command.id, command] as const);

  const otherCharacters = "Only enter a 15-digit IMEI number or type 'ALL'.";
  const incomplete = 'Please enter exactly 15 digits for IMEI or type "ALL".';
  const noAction = 'Please select a Device Action.';
  const unknownAction = 'Please select a valid action';

  describe.each(rows)('the form of %s', (_id, command) => {
    const [first] = command.variants;
    const choice = first.choice?.value ?? '';
    const dialog = () => screen.getByRole('alertdialog');
    const confirm = () => within(dialog()).getAllByRole('button').at(-1) ?? dialog();

    it('C5 offers REBOOT and UPDATE, asks for both, and tells at once what can become no target', async () => {
      const { api, user } = await openCard(command);
      expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['REBOOT', 'UPDATE']);
      await user.click(sendButton(command));
      expect(screen.getByText(incomplete, exactly)).toBeInTheDocument();
      expect(screen.getByText(noAction, exactly)).toBeInTheDocument();
      await user.type(imeiField(), '12b');
      expect(screen.getByText(otherCharacters, exactly)).toBeInTheDocument();
      for (const begun of ['{Backspace}{Backspace}{Backspace}', 'a', 'L']) {
        await user.type(imeiField(), begun);
        expect(screen.queryByText(otherCharacters, exactly)).not.toBeInTheDocument();
      }
      await user.type(imeiField(), 'b');
      expect(screen.getByText(otherCharacters, exactly)).toBeInTheDocument();
      await user.clear(imeiField());
      await user.selectOptions(variantField(), choice);
      await user.type(imeiField(), '35');
      expect(screen.queryByText(incomplete, exactly)).not.toBeInTheDocument();
      await user.click(sendButton(command));
      expect(screen.getByText(incomplete, exactly)).toBeInTheDocument();
      expect(api.requests).toEqual([]);
    });

    it('C5 an action that a link asks for is chosen, and one that there is not is refused', async () => {
      const known = await openCard(command, { address: `/${command.screen}?action=${choice}#imei=${IMEI}` });
      expect(variantField()).toHaveValue(choice);
      known.unmount();
      const { api, user } = await openCard(command, { address: `/${command.screen}?action=WIPE#imei=${IMEI}` });
      await user.click(sendButton(command));
      expect(screen.getByText(unknownAction, exactly)).toBeInTheDocument();
      expect(api.requests).toEqual([]);
    });

    it('C5 D6 ALL asks by action and number of devices, and for a reason; left, it sends nothing', async () => {
      const { api, user } = await openCard(command);
      await user.selectOptions(variantField(), choice);
      await user.type(imeiField(), 'all');
      await waitFor(() => expect(api.requestsOf('homeData')).toHaveLength(1));
      await user.click(sendButton(command));
      expect(await screen.findByRole('alertdialog', { name: `${choice} to all 1,197 devices` })).toHaveTextContent(
        `${choice} will be sent to every enrolled device: 1,197 devices at present. This cannot be undone.`,
      );
      expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
      await user.click(sendButton(command));
      expect(confirm()).toHaveTextContent(`${choice}: 1,197 devices`);
      expect(confirm()).toBeDisabled();
      await user.type(screen.getByRole('textbox', { name: 'Reason' }), ' New firmware ');
      expect(api.requestsOf(command.send)).toEqual([]);
      await user.click(confirm());
      expect(await screen.findByText(command.successText, exactly)).toBeInTheDocument();
      expect(screen.getByRole('status')).toHaveTextContent('All devices');
      expect(api.requestsOf(command.send)).toEqual([
        expect.objectContaining({
          path: calls[command.send].path,
          body: { imei: 'ALL', action: first.action, reason: 'New firmware', user: api.session.email },
        }),
      ]);
    });

    it('C5 D6 ALL says how many devices it was handed over to, claims no more, and leads to them', async () => {
      const answer = () => ({ status: 'success' as const, message: 'Queued', devices: 1234 });
      const { user } = await openCard(command, { handlers: { [command.send]: answer } });
      await user.selectOptions(variantField(), choice);
      await user.type(imeiField(), 'all');
      await user.click(sendButton(command));
      await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'New firmware');
      await user.click(confirm());
      const said = /^Handed over to 1,234 devices\. Not acknowledged yet\./;
      expect(await screen.findByText(command.successText, exactly)).toBeInTheDocument();
      // With the outcome, and in the log.
      const all = screen.getAllByText(said);
      expect(all).toHaveLength(2);
      for (const one of all)
        expect(within(one).getByRole('link', { name: 'Devices with it as their last command' })).toHaveAttribute(
          'href',
          expect.stringMatching(new RegExp(`devices#command=${first.reportedAs}$`)),
        );
    });

    it('D6 the number that an earlier visit read is in no question', async () => {
      const figures = { status: 'success', message: '', total_device: 12, device_today: 0, deenroll: 0 } as const;
      const answers = [figures, new Promise<never>(() => {})];
      const { api, user, goTo } = await openCard(command, { handlers: { homeData: () => answers.shift() ?? figures } });
      const toAll = async (): Promise<void> => {
        await user.selectOptions(variantField(), choice);
        await user.type(imeiField(), 'all');
      };
      await toAll();
      await user.click(sendButton(command));
      await waitFor(() => expect(confirm()).toHaveTextContent(`${choice}: 12 devices`));
      await user.keyboard('{Escape}');
      await goTo('/elsewhere');
      await goTo(`/${command.screen}`);
      await toAll();
      await waitFor(() => expect(api.requestsOf('homeData')).toHaveLength(2));
      await user.click(sendButton(command));
      expect(confirm()).toHaveTextContent(`${choice}: all devices`);
    });

    it('D6 where the number of devices cannot be had the question says all devices', async () => {
      const homeData = () => new FakeFailure({ message: 'No figures' });
      const { user } = await openCard(command, { handlers: { homeData } });
      await user.selectOptions(variantField(), choice);
      await user.type(imeiField(), 'ALL');
      await user.click(sendButton(command));
      expect(dialog()).toHaveAccessibleName(`${choice} to all devices`);
      expect(confirm()).toHaveTextContent(`${choice}: all devices`);
    });

    it('D1a D6 a back end that keeps no reason is not given one, and the operator types nothing more', async () => {
      const { api, user } = await openCard(command, { config: { backend: 'legacy' } });
      await user.selectOptions(variantField(), choice);
      await user.type(imeiField(), 'ALL');
      await user.click(sendButton(command));
      expect(within(dialog()).queryByRole('textbox')).not.toBeInTheDocument();
      expect(within(dialog()).getByRole('button', { name: 'Cancel' })).toHaveFocus();
      expect(confirm()).toHaveTextContent(`${choice}: all devices`);
      await user.click(confirm());
      expect(await screen.findByText(command.successText, exactly)).toBeInTheDocument();
      expect(api.requestsOf(command.send).map(({ body }) => body)).toEqual([
        { imei: 'ALL', action: first.action, user: api.session.email },
      ]);
    });

    it('D1b D11 D2 a back end that replies anything has accepted it; the same again is another command', async () => {
      const { api, send } = await openCard(command, {
        config: { backend: 'legacy' },
        handlers: answerTo(command, () => new FakeReply('OK')),
      });
      await send();
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
      expect(
        await screen.findByText(
          'Accepted; the server says no more. It is not certain that the command was carried out.',
        ),
      ).toBeInTheDocument();
      expect(screen.getByRole('alert')).toHaveTextContent(`IMEI ${IMEI}`);
      expect(screen.queryByText(command.successText, exactly)).not.toBeInTheDocument();
      await send();
      await waitFor(() => expect(api.requestsOf(command.send)).toHaveLength(2));
      const [one, other] = api.requestsOf(command.send).map(({ transactionId }) => transactionId);
      expect(other).not.toBe(one);
    });

    it('D2 D6 all devices again after an unknown outcome has the same id, with another reason a new one', async () => {
      const { api, user } = await openCard(command, {
        handlers: answerTo(command, () => new FakeNetworkFailure('gone')),
      });
      await user.selectOptions(variantField(), choice);
      await user.type(imeiField(), 'ALL');
      const sendAll = async (reason: string): Promise<void> => {
        await user.click(sendButton(command));
        await user.clear(screen.getByRole('textbox', { name: 'Reason' }));
        await user.type(screen.getByRole('textbox', { name: 'Reason' }), reason);
        await user.click(confirm());
        await screen.findByText(/The command may not have been sent/);
      };
      await sendAll('One');
      await sendAll('One');
      await sendAll('Two');
      const [one, again, other] = api.requestsOf(command.send).map(({ transactionId }) => transactionId);
      expect(again).toBe(one);
      expect(other).not.toBe(one);
    });
  });
});

describe('the level', () => {
  const rows = commandList.filter(({ form }) => form === 'level').map((command) => [command.id, command] as const);

  describe.each(rows)('the level of %s', (_id, command) => {
    const [first, second] = command.variants.map(({ choice }) => choice?.value ?? '');

    it('C4 comes first: no IMEI can be typed without it; then that is needed too', async () => {
      const { api, user } = await openCard(command);
      expect(imeiField()).toBeDisabled();
      expect(screen.getAllByRole('option').map((option) => option.getAttribute('value'))).toEqual([first, second]);
      await user.click(sendButton(command));
      expect(screen.getByText('Please select a level.')).toBeInTheDocument();
      await user.selectOptions(variantField(), first ?? '');
      expect(imeiField()).toBeEnabled();
      expect(screen.queryByText('Please select a level.')).not.toBeInTheDocument();
      await user.click(sendButton(command));
      expect(imeiField()).toBeInvalid();
      expect(api.requests).toEqual([]);
    });

    it('C4 D2 another level clears IMEI and outcome, and is another command with its own id', async () => {
      const { api, send, submit, user } = await openCard(command);
      await send();
      await screen.findByText(command.successText, exactly);
      await user.selectOptions(variantField(), second ?? '');
      expect(imeiField()).toHaveValue('');
      expect(screen.queryByText(command.successText, exactly)).not.toBeInTheDocument();
      await user.type(imeiField(), IMEI);
      await submit();
      await screen.findByText(command.successText, exactly);
      const sent = api.requestsOf(command.send);
      expect(sent.map(({ body }) => body['action'])).toEqual(command.variants.map(({ action }) => action));
      expect(new Set(sent.map(({ transactionId }) => transactionId)).size).toBe(2);
    });

    it('an IMEI that came with the address outlives the first choice', async () => {
      const { user } = await openCard(command, { address: `/${command.screen}#imei=${IMEI}` });
      expect(imeiField()).toHaveValue(IMEI);
      await user.selectOptions(variantField(), first ?? '');
      expect(imeiField()).toHaveValue(IMEI);
    });
  });
});

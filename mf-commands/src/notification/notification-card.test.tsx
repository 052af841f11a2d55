import { act, fireEvent, screen, within } from '@testing-library/react';
import { commandById } from '@device-console/shared-lib/contract';
import { renderScreen, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { NotificationCard } from './notification-card.tsx';

const notify = commandById('notify');
const IMEI = '490154203237518';
const exactly = { collapseWhitespace: false, trim: false };
const done = { lockNotification: () => ({ status: 'success' as const, message: 'done' }) };

const field = (name: string) => screen.getByRole('textbox', { name });
const template = () => screen.getByRole('combobox', { name: 'Template' });
const date = () => screen.getByLabelText('Date');
const previewButton = () => screen.getByRole('button', { name: 'Preview message' });
const dialog = () => screen.getByRole('alertdialog', { name: 'Preview of the notification' });

/** The card on 20 November 2026 at 23:45 by the operator's clock, which `passTime` moves. */
async function openCard(options: RenderScreenOptions = {}) {
  const clock = { moment: new Date(2026, 10, 20, 23, 45).getTime() };
  jest.spyOn(Date, 'now').mockImplementation(() => clock.moment);
  const Card = () => <NotificationCard command={notify} />;
  const page = await renderScreen(Card, { address: '/enableNotification', handlers: done, ...options });
  const { user } = page;
  const fill = async (code: '1' | '2' | '3' | '' = '1', day = '2026-12-05'): Promise<void> => {
    for (const [name, text] of [
      ['Name', 'Asha Rao'],
      ['IMEI number', IMEI],
      ['EMI amount', '1250'],
    ] as const) {
      await user.click(field(name));
      await user.paste(text);
    }
    if (code !== '') await user.selectOptions(template(), code);
    if (code !== '2') fireEvent.change(date(), { target: { value: day } });
    await user.tab();
  };
  const preview = () => user.click(previewButton());
  const confirm = () => user.click(within(dialog()).getByRole('button', { name: 'Enable Notification' }));
  const send = async (): Promise<void> => {
    await preview();
    await confirm();
  };
  const passTime = (minutes: number, isNoticed = true): void => {
    clock.moment += minutes * 60_000;
    if (isNoticed) act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };
  return { ...page, fill, preview, confirm, send, passTime };
}

describe('the form', () => {
  it.each([
    ['1', 'Pre', '2026-12-05', '05/12/2026'],
    ['2', 'Due', '', '20/11/2026'],
    ['3', 'Post', '2026-11-01', '01/11/2026'],
  ] as const)(
    'T1 T3 T5 C6 template %s sends message and caseType %s and says the exact text',
    async (code, caseType, day, written) => {
      const { api, fill, send } = await openCard();
      await fill(code, day);
      await send();
      expect(await screen.findByText('Enable Notification initiated  successfully.', exactly)).toBeInTheDocument();
      expect(screen.getByRole('status')).toHaveTextContent(`IMEI ${IMEI}`);
      expect(api.requests).toEqual([expect.objectContaining({ method: 'POST', path: 'locknotification.php' })]);
      const { message, header, ...body } = api.requests[0]?.body ?? {};
      expect(header).toMatch(/your EMI is (due on|due today|past due since)/);
      expect(body).toEqual({ imei: IMEI, action: 'notify', caseType, user: api.session.email });
      for (const part of ['Dear Asha Rao,', '₹1,250.00', written, 'credit score']) expect(message).toContain(part);
    },
  );

  it('T1 a form that names a person is emptied once it is sent, but for its template', async () => {
    const { fill, send } = await openCard();
    expect(field('Name')).toHaveFocus();
    await fill();
    await send();
    await screen.findByText('Enable Notification initiated  successfully.', exactly);
    for (const input of [field('Name'), field('IMEI number'), field('EMI amount'), date()])
      expect(input).toHaveValue('');
    expect(field('Name')).toHaveFocus();
    expect(template()).toHaveValue('1');
  });

  it('T3 D1a before a server that takes the text alone the preview says that the header is not sent', async () => {
    const { fill, preview } = await openCard({ config: { backend: 'legacy' } });
    await fill();
    await preview();
    expect(
      within(screen.getByRole('alertdialog')).getByText(
        'This server sends only the text; the header is shown only here and in the results.',
      ),
    ).toBeInTheDocument();
  });

  it('T1 T2 without a template: Please select a template; then name, IMEI, amount and date are required', async () => {
    const { api, fill, preview, user } = await openCard();
    await preview();
    expect(screen.getByText('Please select a template', exactly)).toBeInTheDocument();
    await fill('');
    await preview();
    expect(screen.getByText('Please select a template', exactly)).toBeInTheDocument();
    await user.selectOptions(template(), '1');
    const names = ['Name', 'IMEI number', 'EMI amount'];
    for (const name of names) await user.clear(field(name));
    fireEvent.change(date(), { target: { value: '' } });
    await preview();
    for (const name of names) expect(field(name)).toBeInvalid();
    expect(date()).toBeInvalid();
    expect(screen.getByText('Please choose a date')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    // What was wrong with a chosen date is not said of Due.
    await user.selectOptions(template(), '2');
    expect(screen.queryByText('Please choose a date')).not.toBeInTheDocument();
    expect(api.requests).toEqual([]);
  });

  it('takes up the IMEI of the address and sends nothing by itself', async () => {
    const { api } = await openCard({ address: `/enableNotification#imei=${IMEI}` });
    expect(field('IMEI number')).toHaveValue(IMEI);
    expect(api.requests).toEqual([]);
  });
});

describe('the amount', () => {
  it('T2 takes digits and a point alone, pasted signs and groups too, and is whole once it is left', async () => {
    const { user } = await openCard();
    await user.type(field('EMI amount'), '12x.3-45');
    expect(field('EMI amount')).toHaveValue('12.34');
    await user.type(field('EMI amount'), '{Backspace}');
    await user.tab();
    expect(field('EMI amount')).toHaveValue('12.30');
    await user.clear(field('EMI amount'));
    await user.paste('₹ 1,23,456.7');
    await user.tab();
    expect(field('EMI amount')).toHaveValue('123456.70');
  });
});

describe('the date', () => {
  it('T2 is closed and today for Due, also after midnight, and another day again for the others', async () => {
    const { user, passTime } = await openCard();
    fireEvent.change(date(), { target: { value: '2026-12-05' } });
    await user.selectOptions(template(), '2');
    expect(date()).toBeDisabled();
    expect(date()).toHaveValue('2026-11-20');
    passTime(14);
    expect(date()).toHaveValue('2026-11-20');
    passTime(1);
    expect(date()).toHaveValue('2026-11-21');
    await user.selectOptions(template(), '1');
    expect(date()).toBeEnabled();
    expect(date()).toHaveValue('2026-12-05');
  });

  it('T2 the date of a reminder is not before today, that of a payment past due not after it', async () => {
    const { fill, preview, user } = await openCard();
    await fill('1', '2026-11-19');
    await preview();
    expect(screen.getByText('The date of a reminder before the due date cannot be before today')).toBeInTheDocument();
    await user.selectOptions(template(), '3');
    fireEvent.change(date(), { target: { value: '2026-11-21' } });
    await preview();
    expect(screen.getByText('The date of a payment that is past due cannot be after today')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it.each([true, false])(
    'T2 T3 a message that was shown before midnight is not sent after it (noticed before the press: %s)',
    async (isNoticed) => {
      const { api, fill, preview, confirm, passTime } = await openCard();
      await fill('2');
      await preview();
      passTime(30, isNoticed);
      if (!isNoticed) await confirm();
      expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
      expect(screen.getByText(/A new day has begun since the message was shown/)).toBeInTheDocument();
      expect(api.requests).toEqual([]);
      await preview();
      expect(dialog()).toHaveTextContent('due today, 21/11/2026');
    },
  );
});

describe('the preview', () => {
  it('T3 shows header, text and characters as they will be sent; Back keeps the form and sends nothing', async () => {
    const { api, fill, preview, confirm, user } = await openCard();
    await fill();
    await preview();
    await user.click(screen.getByRole('button', { name: 'Back to the form' }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(field('Name')).toHaveValue('Asha Rao');
    expect(api.requests).toEqual([]);
    await preview();
    expect(dialog()).toHaveTextContent('Reminder: your EMI is due on 05/12/2026');
    expect(dialog()).toHaveTextContent(IMEI);
    const shown = dialog().textContent;
    await confirm();
    await screen.findByText(notify.successText, exactly);
    const message = String(api.requests[0]?.body['message']);
    expect(shown).toContain(message);
    expect(shown).toContain(`Characters${message.length}`);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { calls, commandById, commandList, type Command } from '@device-console/shared-lib/contract';
import type { ScreenProps } from '@device-console/shared-lib/remote';
import { FakeFailure, FakeNetworkFailure, FakeReply, renderScreen, type FakeHandlers, type RenderScreenOptions } from '@device-console/shared-lib/testing';
import { isSupported } from './is-supported.ts';
import { SingleCard } from './single-card.tsx';

const IMEI = '490154203237518';
const OTHER_IMEI = '004999010640000';
const supported = commandList.filter(isSupported);
const rows = supported.map((command) => [command.id, command] as const);
const lock = commandById('lock');

function Card({ screenId }: ScreenProps) {
  return <SingleCard command={commandById(screenId)} />;
}

const field = () => screen.getByRole('textbox', { name: 'IMEI number' });
const sendButton = ({ title }: Command) => screen.getByRole('button', { name: title });
/** Texts are compared letter for letter, with every space. */
const exactly = { collapseWhitespace: false, trim: false };

function handlersOf(command: Command, handler: () => { status: 'success'; message: string } | FakeReply | Promise<never>): FakeHandlers {
  return { [command.send]: handler };
}

async function open(command: Command, options: RenderScreenOptions = {}) {
  const handlers = handlersOf(command, () => ({ status: 'success', message: 'done' }));
  const rendered = await renderScreen(Card, { screenId: command.id, address: `/${command.screen}`, handlers, ...options });
  const submit = async (): Promise<void> => {
    await rendered.user.click(sendButton(command));
    if (command.confirmText === undefined) return;
    await rendered.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: command.title }));
  };
  const fill = async (imei: string): Promise<void> => {
    await rendered.user.tripleClick(field());
    await rendered.user.paste(imei);
  };
  const send = async (imei = IMEI): Promise<void> => {
    await fill(imei);
    await submit();
  };
  return { ...rendered, fill, send, submit };
}

describe.each(rows)('the single form of %s', (_id, command) => {
  const { action } = command.variants[0];

  it(`C1 C6 C9 sends "${action}" once and says "${command.successText}"`, async () => {
    const { api, send } = await open(command);
    await send(OTHER_IMEI);
    expect(await screen.findByText(command.successText, exactly)).toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent(`IMEI ${OTHER_IMEI}`);
    const { method, path } = calls[command.send];
    expect(api.requests).toEqual([
      expect.objectContaining({ method, path, body: { imei: OTHER_IMEI, action, user: api.session.email }, transactionId: expect.stringMatching(/^[0-9a-f-]{36}$/) }),
    ]);
  });

  it('C1 sends nothing for 14 digits', async () => {
    const { api, fill, user } = await open(command);
    await fill(IMEI.slice(1));
    await user.click(sendButton(command));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(field()).toBeInvalid();
    expect(api.requests).toEqual([]);
  });

  it('C7 shows the server\'s words when it refuses', async () => {
    const refuse = (): never => {
      throw new FakeFailure({ message: 'Device  is already released.' });
    };
    const { send } = await open(command, { handlers: handlersOf(command, refuse) });
    await send();
    expect(await screen.findByText('Device  is already released.', exactly)).toBeInTheDocument();
    expect(screen.queryByText(command.successText, exactly)).not.toBeInTheDocument();
  });

  it('L4 C1 takes up the IMEI of the address and sends nothing by itself', async () => {
    const { api } = await open(command, { address: `/${command.screen}#imei=${OTHER_IMEI}` });
    expect(field()).toHaveValue(OTHER_IMEI);
    expect(api.requests).toEqual([]);
  });
});

describe('the card', () => {
  it('C3 Formatted Device is titled as in the seeds, the others plainly', async () => {
    const { unmount } = await open(commandById('formattedDevice'));
    expect(screen.getByRole('region', { name: 'De-enroll formatted device' })).toHaveAttribute('data-tone', 'caution');
    unmount();
    await open(lock);
    expect(screen.getByRole('region', { name: 'One device' })).toHaveAttribute('data-tone', 'plain');
  });

  it('C1 has the hint of the seeds', async () => {
    await open(lock);
    expect(field()).toHaveAccessibleDescription('Please provide 15 digit IMEI number');
  });

  it('C1 takes an IMEI pasted with spaces and dashes', async () => {
    const { api, fill, submit } = await open(lock);
    await fill(' 49-015420 323751-8\n');
    await submit();
    await screen.findByText(lock.successText, exactly);
    expect(api.requests[0]?.body).toMatchObject({ imei: IMEI });
  });

  it('D10 an IMEI with a wrong check digit warns and is sent', async () => {
    const { api, send } = await open(lock);
    await send('490154203237517');
    await screen.findByText(lock.successText, exactly);
    expect(screen.getByText(/The last digit does not fit/)).toBeInTheDocument();
    expect(api.requests).toHaveLength(1);
  });

  it('C6 a change of the IMEI takes the last outcome away', async () => {
    const { send, user } = await open(lock);
    await send();
    await screen.findByText(lock.successText, exactly);
    await user.type(field(), '{Backspace}');
    expect(screen.queryByText(lock.successText, exactly)).not.toBeInTheDocument();
  });
});

describe.each(supported.filter(({ confirmText }) => confirmText !== undefined).map((command) => [command.id, command] as const))('%s asks first', (_id, command) => {
  it(`C2 "${command.confirmText}", and names the IMEI`, async () => {
    const { api, fill, user } = await open(command);
    await fill(IMEI);
    await user.click(sendButton(command));
    const dialog = screen.getByRole('alertdialog', { name: command.title });
    expect(within(dialog).getByText(command.confirmText ?? '', exactly)).toBeInTheDocument();
    expect(dialog).toHaveTextContent(`IMEI ${IMEI}`);
    expect(api.requests).toEqual([]);
  });

  it.each(['Cancel', 'Escape'])('C2 sends nothing on %s and keeps the form', async (way) => {
    const { api, fill, user } = await open(command);
    await fill(IMEI);
    await user.click(sendButton(command));
    if (way === 'Escape') await user.keyboard('{Escape}');
    else await user.click(screen.getByRole('button', { name: way }));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(field()).toHaveValue(IMEI);
    expect(api.requests).toEqual([]);
  });
});

describe('sending once', () => {
  it('D2 two presses and Enter while it is out send one request', async () => {
    const gate: { refuse?: (error: Error) => void } = {};
    const hanging = (): Promise<never> => new Promise((_, reject) => {
      gate.refuse = reject;
    });
    const { api, send, user } = await open(lock, { handlers: handlersOf(lock, hanging) });
    await send();
    await waitFor(() => expect(api.requests).toHaveLength(1));
    await user.click(sendButtonPending());
    await user.click(sendButtonPending());
    await user.keyboard('{Enter}');
    expect(field()).toBeDisabled();
    gate.refuse?.(new FakeFailure({ message: 'No' }));
    expect(await screen.findByText('No')).toBeInTheDocument();
    expect(api.requests).toHaveLength(1);
  });

  const sendButtonPending = () => screen.getByRole('button', { name: /^Lock Device/ });

  const broken: readonly (readonly [string, () => never | FakeReply])[] = [
    ['the connection breaks', () => { throw new FakeNetworkFailure('gone'); }],
    ['the server answers 500', () => { throw new FakeFailure({ httpStatus: 500, message: '' }); }],
    ['a page of HTML comes', () => new FakeReply('<html>gateway</html>')],
  ];

  it.each(broken)('D12 D2 when %s: the form stays, it may not have been sent, and sending again has the same id', async (_what, fail) => {
    const { api, send, submit } = await open(lock, { handlers: handlersOf(lock, fail) });
    await send();
    expect(await screen.findByText(/The command may not have been sent/)).toBeInTheDocument();
    expect(field()).toHaveValue(IMEI);
    expect(screen.queryByText(lock.successText, exactly)).not.toBeInTheDocument();
    api.use(handlersOf(lock, () => ({ status: 'success', message: 'done' })));
    await submit();
    expect(await screen.findByText(lock.successText, exactly)).toBeInTheDocument();
    const [first, second, ...more] = api.requests;
    expect(second?.transactionId).toBe(first?.transactionId);
    expect(second?.body).toEqual(first?.body);
    expect(more).toEqual([]);
  });

  it('D2 another IMEI after an unknown outcome is another command with a new id', async () => {
    const { api, send } = await open(lock, { handlers: handlersOf(lock, () => { throw new FakeNetworkFailure('gone'); }) });
    await send(IMEI);
    await screen.findByText(/The command may not have been sent/);
    api.use(handlersOf(lock, () => ({ status: 'success', message: 'done' })));
    await send(OTHER_IMEI);
    await screen.findByText(lock.successText, exactly);
    expect(api.requests.map(({ body }) => body['imei'])).toEqual([IMEI, OTHER_IMEI]);
    expect(new Set(api.requests.map(({ transactionId }) => transactionId)).size).toBe(2);
  });

  it('D2 an unknown outcome keeps its id while another IMEI is sent in between', async () => {
    const { api, send } = await open(lock, { handlers: handlersOf(lock, () => { throw new FakeNetworkFailure('gone'); }) });
    await send(IMEI);
    await screen.findByText(/The command may not have been sent/);
    api.use(handlersOf(lock, () => ({ status: 'success', message: 'done' })));
    await send(OTHER_IMEI);
    await screen.findByText(lock.successText, exactly);
    await send(IMEI);
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(`IMEI ${IMEI}`));
    const [first, , third] = api.requests;
    expect([third?.transactionId, third?.body]).toEqual([first?.transactionId, first?.body]);
  });

  it.each(['success', 'refusal'])('D2 the same IMEI again after a %s is a new command with a new id', async (outcome) => {
    const { api, send, submit } = await open(lock);
    if (outcome === 'refusal') api.use(handlersOf(lock, () => { throw new FakeFailure({ message: 'Not now' }); }));
    await send();
    await screen.findByText(outcome === 'refusal' ? 'Not now' : lock.successText, exactly);
    await submit();
    await waitFor(() => expect(api.requests).toHaveLength(2));
    await screen.findByText(outcome === 'refusal' ? 'Not now' : lock.successText, exactly);
    expect(new Set(api.requests.map(({ transactionId }) => transactionId)).size).toBe(2);
  });

  it('D2 after an unknown outcome an IMEI that was changed and changed back keeps its id', async () => {
    const { api, send, submit, user } = await open(lock, { handlers: handlersOf(lock, () => { throw new FakeNetworkFailure('gone'); }) });
    await send();
    await screen.findByText(/The command may not have been sent/);
    await user.type(field(), '{Backspace}8');
    expect(screen.queryByText(/The command may not have been sent/)).not.toBeInTheDocument();
    await submit();
    await screen.findByText(/The command may not have been sent/);
    expect(new Set(api.requests.map(({ transactionId }) => transactionId)).size).toBe(1);
  });

  it('S8 an authorisation failure ends the session and leads to login', async () => {
    const { api, address, send } = await open(lock);
    api.revokeSession();
    await send();
    await waitFor(() => expect(address()).toBe('/login'));
    expect(localStorage.getItem('userSession')).toBeNull();
  });

  it('D2a a missing permission is told in the server\'s words and the session stays', async () => {
    const words = 'You are not authorised to use this feature.Contact Your Admin for support';
    const { address, send } = await open(lock, { handlers: handlersOf(lock, () => { throw new FakeFailure({ httpStatus: 403, message: words, permissions: [] }); }) });
    await send();
    expect(await screen.findByText(words, exactly)).toBeInTheDocument();
    expect(address()).toBe('/lockDevice');
  });
});

import { createRetryingMailer, type Mail, MailError } from './mail.ts';

const mail: Mail = { to: 'operator@example.com', subject: 'Hello', text: 'A link' };
const busy = new MailError('busy', true);

const send = jest.fn<Promise<void>, [Mail]>(async () => undefined);
const wait = jest.fn<Promise<void>, [number, AbortSignal]>(async () => undefined);
beforeEach(() => jest.resetAllMocks());

const sending = () => createRetryingMailer({ send }, new AbortController().signal, wait).send(mail);

it('tries again after 10 and after 60 seconds, and gives up after the third attempt', async () => {
  send.mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
  await sending();
  expect(send.mock.calls).toEqual([[mail], [mail], [mail]]);
  expect(wait.mock.calls.map(([pause]) => pause)).toEqual([10_000, 60_000]);
  send.mockRejectedValue(busy);
  await expect(sending()).rejects.toThrow('busy');
  expect(send).toHaveBeenCalledTimes(6);
});

it('gives up at once what cannot succeed', async () => {
  send.mockRejectedValue(new MailError('refused', false));
  await expect(sending()).rejects.toThrow('refused');
  expect(send).toHaveBeenCalledTimes(1);
});

it('waits for nothing once the server closes', async () => {
  send.mockRejectedValue(busy);
  const closing = new AbortController();
  const sent = createRetryingMailer({ send }, closing.signal).send(mail);
  closing.abort();
  await expect(sent).rejects.toThrow('busy');
});

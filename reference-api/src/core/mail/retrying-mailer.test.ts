import { createRetryingMailer, type Mail, type Mailer, MailError, type Wait } from './mail.ts';

const mail: Mail = { to: 'operator@example.com', subject: 'Hello', text: 'A link' };

function failing(failures: readonly Error[]) {
  const left = [...failures];
  const sent: Mail[] = [];
  const mailer: Mailer = {
    async send(given) {
      const next = left.shift();
      if (next) throw next;
      sent.push(given);
    },
  };
  return { mailer, sent, left };
}
const busy = () => new MailError('busy', true);

it('tries again after 10 and after 60 seconds', async () => {
  const pauses: number[] = [];
  const { mailer, sent } = failing([busy(), busy()]);
  await createRetryingMailer(mailer, new AbortController().signal, async (pause) => void pauses.push(pause)).send(mail);
  expect({ pauses, sent }).toEqual({ pauses: [10_000, 60_000], sent: [mail] });
});

it('gives up after the third attempt, and at once what cannot succeed', async () => {
  const noWait: Wait = () => Promise.resolve();
  const { mailer, left } = failing([busy(), busy(), busy(), busy()]);
  await expect(createRetryingMailer(mailer, new AbortController().signal, noWait).send(mail)).rejects.toThrow('busy');
  expect(left).toHaveLength(1);
  const refused = failing([new MailError('refused', false), busy()]);
  await expect(createRetryingMailer(refused.mailer, new AbortController().signal, noWait).send(mail)).rejects.toThrow(
    'refused',
  );
  expect(refused.left).toHaveLength(1);
});

it('waits for nothing once the server closes', async () => {
  const closing = new AbortController();
  const { mailer } = failing([busy()]);
  const sending = createRetryingMailer(mailer, closing.signal).send(mail);
  closing.abort();
  await expect(sending).rejects.toThrow('busy');
});

import { createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { MailError, type Mail, type Mailer } from './mail.ts';
import { createSmtpMailer } from './smtp-mailer.ts';
import { freePorts } from '../../testing/free-ports.ts';

const LINK = 'https://console.example/resetPassword/the-secret';
const mail: Mail = { to: 'operator@example.com', subject: 'Grüße', text: `Open ${LINK}` };
const FROM = 'Device Console <no-reply@console.example>';
const patient = { connect: 20_000, greet: 20_000, silence: 20_000 };
const quick = { connect: 300, greet: 300, silence: 300 };

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function refusal(code: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: code });
}

async function startSmtp(options: SMTPServerOptions = {}) {
  const received: { from: string; to: readonly string[]; content: string }[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const from = mailFrom ? mailFrom.address : '';
      received.push({ from, to: rcptTo.map(({ address }) => address), content: await text(stream) });
      done();
    },
    ...options,
  });
  // A client that hangs up during TLS is reported to the server too.
  server.on('error', () => undefined);
  return { port: await listening(server.listen(0, '127.0.0.1')), received };
}

/** Returns the port of a server, which is closed after the test. */
async function listening(server: Server): Promise<number> {
  await once(server, 'listening');
  closers.push(async () => void (await once(server.close(), 'close')));
  return (server.address() as AddressInfo).port;
}

/** Accepts connections and says nothing. */
const silentServer = async () => ({
  port: await listening(createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')),
});

function mailerTo(port: number, url = `smtp://127.0.0.1:${port}`, times = patient): Mailer {
  return createSmtpMailer(url.replace('PORT', String(port)), FROM, times);
}

async function failure(sending: Promise<void>): Promise<MailError> {
  const error: unknown = await sending.catch((reason: unknown) => reason);
  if (!(error instanceof MailError)) throw new Error(`not a MailError: ${String(error)}`);
  return error;
}

it('P1 D18 hands a mail over with sender, recipient, subject and text', async () => {
  const { port, received } = await startSmtp();
  await mailerTo(port, 'smtp://0.0.0.0:PORT?requireTLS=false').send(mail);
  expect(received).toMatchObject([{ from: 'no-reply@console.example', to: ['operator@example.com'] }]);
  expect(received[0]?.content).toContain('From: Device Console <no-reply@console.example>');
  expect(received[0]?.content).toContain('Subject: =?UTF-8?');
  expect(received[0]?.content).toContain(LINK);
});

it('logs in with the name and password of the address', async () => {
  const logins: unknown[] = [];
  const { port, received } = await startSmtp({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      logins.push([username, password]);
      done(null, { user: username });
    },
  });
  await mailerTo(port, 'smtp://mailer%40example.com:p%40ss@127.0.0.1:PORT').send(mail);
  expect({ logins, mails: received.length }).toEqual({ logins: [['mailer@example.com', 'p@ss']], mails: 1 });
});

it('names the server and its refusal, never the link, when the server refuses for good', async () => {
  const onRcptTo: SMTPServerOptions['onRcptTo'] = (_address, _session, done) =>
    done(refusal(550, `5.7.1 no relaying of ${LINK}`));
  const { port } = await startSmtp({ onRcptTo });
  const message = `SMTP server 127.0.0.1:${port}: 550 5.7.1 no relaying of [link]`;
  expect(await failure(mailerTo(port).send(mail))).toMatchObject({ temporary: false, message });
});

const busyServer = () => startSmtp({ onMailFrom: (_address, _session, done) => done(refusal(451, 'busy')) });
const noServer = async () => ({ port: (await freePorts(1))[0] ?? 0 });
it.each([
  ['a server that is busy', busyServer, patient, /451 busy/],
  ['a server that is silent', silentServer, quick, /Greeting never received|time/i],
  ['no server', noServer, patient, /ECONNREFUSED/],
] as const)('says that another attempt may help with %s', async (_title, start, times, message) => {
  const { port } = await start();
  const wanted = { temporary: true, message: expect.stringMatching(message) };
  expect(await failure(mailerTo(port, undefined, times).send(mail))).toMatchObject(wanted);
});

const withTls = ['smtp://127.0.0.1:PORT?requireTLS=true', 'smtps://127.0.0.1:PORT', 'smtp://0.0.0.0:PORT'];
it.each(withTls)('D18 hands nothing over to a server that speaks no TLS by %s', async (url) => {
  const { port, received } = await startSmtp();
  const error = await failure(mailerTo(port, url).send(mail));
  expect({ temporary: error.temporary, mails: received }).toEqual({ temporary: false, mails: [] });
});

it('D18 hands nothing over to a server whose certificate nobody vouches for', async () => {
  // The server warns that it uses its package's certificate, which is intended here.
  const warned = jest.spyOn(console, 'error').mockReturnValue(undefined);
  const { port, received } = await startSmtp({ secure: true, disabledCommands: ['AUTH'] });
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('built-in default TLS certificate'));
  warned.mockRestore();
  const error = await failure(mailerTo(port, 'smtps://127.0.0.1:PORT').send(mail));
  expect(error.message).toMatch(/self-signed|certificate/i);
  expect({ temporary: error.temporary, mails: received }).toEqual({ temporary: false, mails: [] });
});

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
interface ReceivedMail {
  readonly to: readonly string[];
  readonly text: string;
}

/** A mail server on this machine that accepts every mail. */
export interface MailServer {
  /** For SMTP_URL of the API. */
  readonly url: string;
  /** The mails to an address, oldest first. */
  receivedBy(address: string): readonly ReceivedMail[];
  close(): Promise<void>;
}

/** The body of a mail, however it was encoded. */
function bodyOf(mail: string): string {
  const [head = '', ...body] = mail.split('\r\n\r\n');
  const packed = body.join('\r\n\r\n');
  if (/^content-transfer-encoding: base64/im.test(head)) return Buffer.from(packed, 'base64').toString('utf8');
  if (!/^content-transfer-encoding: quoted-printable/im.test(head)) return packed;
  return packed
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Starts the mail server at a free port. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push({
          to: envelope.rcptTo.map(({ address }) => address),
          text: bodyOf(Buffer.concat(parts).toString('utf8')),
        });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    receivedBy: (address) => received.filter(({ to }) => to.includes(address)),
    close: () => new Promise((done) => server.close(() => done())),
  };
}

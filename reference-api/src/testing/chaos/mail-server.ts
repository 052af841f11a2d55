import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that accepts mails and discards them, or refuses them for now. */
export class ChaosMailServer {
  refuses = false;
  readonly #server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) =>
      done(this.refuses ? Object.assign(new Error('Not now.'), { responseCode: 451 }) : null),
    onData(stream, _session, done) {
      stream.on('end', () => done()).resume();
    },
  });

  static async start(): Promise<ChaosMailServer> {
    const mail = new ChaosMailServer();
    // The test breaks off connections on purpose.
    mail.#server.on('error', () => undefined);
    await once(mail.#server.listen(0, '127.0.0.1'), 'listening');
    return mail;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((done) => this.#server.close(done));
  }
}

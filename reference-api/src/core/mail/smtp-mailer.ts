import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLoopbackHost } from '@device-console/shared-lib/contract';
import { createTransport } from 'nodemailer';
import { MailError, type Mailer } from './mail.ts';

/** Milliseconds for each step, in case a server falls silent. */
const TIME_OUTS = { connect: 10_000, greet: 10_000, silence: 20_000 };
const REPLY_LENGTH = 200;
/** A missing login or certificate will be missing next time too. */
const LASTING = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'EENVELOPE', 'EMESSAGE', 'EPROTOCOL']);
const CERTIFICATE = /certificate|wrong version number/i;

function fieldOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, name) : undefined;
}

function isTemporary(error: unknown): boolean {
  const reply = fieldOf(error, 'responseCode');
  if (typeof reply === 'number') return reply >= 400 && reply < 500;
  return !LASTING.has(String(fieldOf(error, 'code'))) && !CERTIFICATE.test(String(fieldOf(error, 'message')));
}

/** Removes web addresses: a server may repeat the mail, with its link. */
function reasonOf(error: unknown): string {
  const said = fieldOf(error, 'response') ?? fieldOf(error, 'message');
  return String(said)
    .replaceAll(/https?:\/\/\S*/gi, '[link]')
    .replaceAll(/\s+/g, ' ')
    .slice(0, REPLY_LENGTH);
}

/** By TLS unless the server is on this machine or its address says otherwise. Rejects with MailError. */
export function createSmtpMailer(url: string, from: string, timeOuts = TIME_OUTS): Mailer {
  const { protocol, hostname, port } = new URL(url);
  const server = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  const transport = createTransport({
    url,
    requireTLS: !isLoopbackHost(hostname),
    connectionTimeout: timeOuts.connect,
    greetingTimeout: timeOuts.greet,
    dnsTimeout: timeOuts.connect,
    socketTimeout: timeOuts.silence,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        throw new MailError(`SMTP server ${server}: ${reasonOf(error)}`, isTemporary(error));
      }
    },
  };
}

/** Writes each mail as a complete .eml file into a folder, readable only by the process's own user. */
export function createFileMailer(folder: string, from: string): Mailer {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ to, subject, text }) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { message } = await composer.sendMail({ from, to, subject, text, textEncoding: 'base64' });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`;
      const draft = join(folder, `.${name}`);
      await writeFile(draft, message, { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
  };
}

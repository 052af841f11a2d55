import { isIP } from 'node:net';
import * as v from 'valibot';
import type { SmtpAddress } from '../../core/mail/smtp-mailer.ts';

const SMTP_HELP =
  'must be smtp://user:password@host:port, or smtps:// for TLS from the start; ?requireTLS=false at its ' +
  'end sends without TLS.';
const SENDER_HELP = 'must be an address, such as console@example.com or Device Console <console@example.com>.';
const SUBMISSION = { 'smtp:': 587, 'smtps:': 465 } as const;
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);
const OPTIONS = ['', '?requireTLS=false', '?requireTLS=true'];

function isSmtpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search } = new URL(text);
  return protocol in SUBMISSION && hostname !== '' && ['', '/'].includes(pathname) && OPTIONS.includes(search);
}

function readSmtpAddress(text: string): SmtpAddress {
  const { protocol, hostname, username, password, port, search } = new URL(text);
  const secure = protocol === 'smtps:';
  const credentials =
    username === '' ? {} : { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? SUBMISSION[secure ? 'smtps:' : 'smtp:'] : Number(port),
    secure,
    requireTls: search === '' ? !THIS_MACHINE.has(hostname) : search.endsWith('true'),
    ...credentials,
  };
}

export const smtpAddress = v.pipe(v.string(), v.check(isSmtpAddress, SMTP_HELP), v.transform(readSmtpAddress));

/** An address for a mail's From header. */
export const mailSender = v.pipe(
  v.string(),
  v.regex(/^[^<>@\r\n]*(<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, SENDER_HELP),
);

/** Returns no-reply at the console's host name. */
export function defaultSender(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return `Device Console <no-reply@${isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? hostname : 'localhost'}>`;
}

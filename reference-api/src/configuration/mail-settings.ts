import { isIP } from 'node:net';
import { ConfigurationError } from '../errors/expected-errors.ts';
import type { SmtpAddress } from '../mail/smtp-mailer.ts';

const HELP =
  'SMTP_URL must be smtp://user:password@host:port, or smtps:// for TLS from the start; ?requireTLS=false at its ' +
  'end sends without TLS.';
const SUBMISSION = { 'smtp:': 587, 'smtps:': 465 } as const;
const THIS_MACHINE = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What follows the host: nothing, or the one option there is. */
function requiresTls({ search, hostname }: URL): boolean {
  if (search === '') return !THIS_MACHINE.has(hostname);
  if (search !== '?requireTLS=false' && search !== '?requireTLS=true') throw new ConfigurationError(HELP);
  return search.endsWith('true');
}

/**
 * The mail server of SMTP_URL; undefined without one. A message never repeats the address, because it holds a password.
 */
export function smtpOf(text: string | undefined): SmtpAddress | undefined {
  if (!text) return undefined;
  if (!URL.canParse(text)) throw new ConfigurationError(HELP);
  const url = new URL(text);
  const { protocol, hostname, pathname, username, password, port } = url;
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '' || !['', '/'].includes(pathname))
    throw new ConfigurationError(HELP);
  const credentials =
    username === '' ? {} : { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  return {
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: port === '' ? SUBMISSION[protocol] : Number(port),
    secure: protocol === 'smtps:',
    requireTls: requiresTls(url),
    ...credentials,
  };
}

/** The sender of mails, by default no-reply at the console's own name. */
export function mailFromOf(text: string | undefined, publicUrl: string): string {
  if (text) {
    if (!/^[^<>@\r\n]*(<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(text)) {
      throw new ConfigurationError(
        `MAIL_FROM="${text}" must be an address, such as console@example.com or Device Console <console@example.com>.`,
      );
    }
    return text;
  }
  const { hostname } = new URL(publicUrl);
  return `Device Console <no-reply@${isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? hostname : 'localhost'}>`;
}

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail could not be delivered to the server. The message quotes nothing of the mail. */
export class MailError extends Error {
  override readonly name = 'MailError';
  /** Another attempt may help. */
  readonly temporary: boolean;

  constructor(message: string, temporary: boolean) {
    super(message);
    this.temporary = temporary;
  }
}

/** Rejects if the mail could not be delivered to the server. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

function encoded(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64').replace(/.{76}/g, '$&\r\n');
}

/** Writes each mail as a complete .eml file into a folder, readable only by the process's own user. */
export function createFileMailer(folder: string, from: string): Mailer {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID()}.eml`;
      const headers = [
        `From: ${from}`,
        `To: ${mail.to}`,
        `Subject: ${mail.subject}`,
        'MIME-Version: 1.0',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: base64',
      ];
      const draft = join(folder, `.${name}`);
      await writeFile(draft, `${headers.join('\r\n')}\r\n\r\n${encoded(mail.text)}\r\n`, { mode: 0o600 });
      await rename(draft, join(folder, name));
    },
  };
}

/**
 * Milliseconds before the second and the third attempt; later ones are of little use for a reset link of half an hour.
 */
const PAUSES = [10_000, 60_000];

/** Rejects if the signal comes first. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const timer: Wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal });

async function waited(wait: Wait, pause: number, closing: AbortSignal): Promise<boolean> {
  try {
    await wait(pause, closing);
    return true;
  } catch (error) {
    if (closing.aborted) return false;
    throw error;
  }
}

/**
 * Sends again, twice at most, after a temporary failure. Once `closing` is aborted it waits no more, and rejects with
 * the last failure.
 */
export function createRetryingMailer(mailer: Mailer, closing: AbortSignal, wait: Wait = timer): Mailer {
  return {
    async send(mail) {
      for (const pause of PAUSES) {
        try {
          return await mailer.send(mail);
        } catch (error) {
          if (!(error instanceof MailError) || !error.temporary || !(await waited(wait, pause, closing))) throw error;
        }
      }
      return mailer.send(mail);
    },
  };
}

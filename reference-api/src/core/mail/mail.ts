import { setTimeout } from 'node:timers/promises';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** A mail could not be delivered to the server. The message quotes nothing of the mail. */
export class MailError extends Error {
  override readonly name = 'MailError';

  constructor(
    message: string,
    readonly temporary: boolean,
  ) {
    super(message);
  }
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** Milliseconds before the second and the third attempt; later ones are of little use for a link of half an hour. */
const PAUSES = [10_000, 60_000];

/** Resolves early if the signal comes first. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const timer: Wait = (milliseconds, signal) => setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);

/** Sends again, at most twice, after temporary failures. Once `closing` is aborted it rejects with the last one. */
export function createRetryingMailer(mailer: Mailer, closing: AbortSignal, wait: Wait = timer): Mailer {
  return {
    async send(mail) {
      for (const pause of PAUSES) {
        try {
          return await mailer.send(mail);
        } catch (error) {
          if (!(error instanceof MailError) || !error.temporary) throw error;
          await wait(pause, closing);
          if (closing.aborted) throw error;
        }
      }
      return mailer.send(mail);
    },
  };
}

import type { CallContext, Platform } from '../../core/calls/context.ts';
import type { Database } from '../../core/store/store.ts';

type Sender = Pick<CallContext, 'platform' | 'afterCommit'>;

/** A mail's text, and the page that it links to. */
interface Told {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly page: string;
}

/** Sends a mail; a failure is only logged. */
async function send({ mailer, log, publicUrl }: Platform, to: string, { subject, lines, page }: Told): Promise<void> {
  const text = [...lines, '', `${publicUrl}/${page}`].join('\r\n');
  try {
    await mailer.send({ to, subject: `Device Console: ${subject}`, text });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.error({ reason, subject }, 'a mail about commands could not be handed over');
  }
}

/** Mails somebody once the call's writes are committed. */
export function mailAccount({ platform, afterCommit }: Sender, to: string, told: Told): void {
  afterCommit(() => send(platform, to, told));
}

/** As {@link mailAccount}, to every superadmin. */
export function mailSuperadmins({ platform, afterCommit }: Sender, told: Told): void {
  afterCommit(async (db: Database) => {
    for (const to of await activeSuperadmins(db)) await send(platform, to, told);
  });
}

/** E-mails of the superadmins who may log in. */
async function activeSuperadmins(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('email')
    .where('role', '=', 'SUPERADMIN')
    .where('status', '=', 'ACTIVE')
    .orderBy('email')
    .execute();
  return rows.map(({ email }) => email);
}

import { FIGURES_HOURS } from '@device-console/shared-lib/contract/server';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { auditCommand, withStore, type CliCommand } from '../../core/cli/cli-parts.ts';
import { numeric, optional, secret } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { hashSecret, tokensOf } from '../../core/security/tokens.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { insertApiKey } from '../../core/store/api-keys.ts';
import { inTransaction } from '../../core/store/store.ts';
import { DAY, isoAfter, isoTime } from '../../core/time/clock.ts';
import { deleteOldTelemetry, platformFigures, platformReport } from './telemetry.ts';

declare module '../../core/housekeeping.ts' {
  interface HousekeepingParts {
    readonly telemetryDays: number;
  }
}

const createFiguresKey: CliCommand = async (args, parts) => {
  const { values } = parseArgs({ args: [...args], options: { email: { type: 'string' }, name: { type: 'string' } } });
  const email = (values.email ?? '').trim().toLowerCase();
  const name = (values.name ?? '').trim();
  if (name === '') throw new ConfigurationError('create-figures-key needs --name, which says what the key is for.');
  return withStore(parts, (store) =>
    inTransaction(store.db, async (tx) => {
      const account = await findAccountByEmail(tx, email);
      if (account?.role !== 'SUPERADMIN')
        throw new ConfigurationError(
          `There is no superadmin with the e-mail "${email}"; only a superadmin may read the platform's figures.`,
        );
      const key = (await tokensOf(tx)).newKey();
      await insertApiKey(tx, {
        account_id: account.id,
        name,
        key_hash: hashSecret(key),
        opens: 'figures',
        created_at: isoTime(parts.clock.now()),
      });
      await auditCommand(tx, parts, 'create-figures-key', { email, name }, 'key made');
      return [
        `The key "${name}" of ${email} reads the platform's figures and opens nothing else. It is shown once:`,
        key,
      ];
    }),
  );
};

/** Loads and failures of remotes in pages: reports, figures, and notices to teams. */
export const telemetry = {
  name: 'telemetry',
  services: { platformReport, platformFigures },
  variables: {
    WEBHOOKS: secret(v.string()),
    WEBHOOKS_FILE: optional(v.string()),
    TELEMETRY_DAYS: numeric(30, 1, FIGURES_HOURS / 24),
  },
  housekeeping: {
    telemetry: ({ db, clock, telemetryDays }) => deleteOldTelemetry(db, isoAfter(clock.now(), -telemetryDays * DAY)),
  },
  commandLine: {
    usage: [
      "create-figures-key --email <a superadmin's> --name <what it is for>   (an API key that reads the platform's " +
        'figures and opens nothing else)',
    ],
    commands: { 'create-figures-key': createFiguresKey },
  },
} as const satisfies ApiModule;

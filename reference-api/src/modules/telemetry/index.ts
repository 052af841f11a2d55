import * as v from 'valibot';
import { createHash, randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Insertable } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import type { AnswerOf, BodyOf, calls, RemoteFailureReport, RemoteLoad } from '@device-console/shared-lib/contract';
import {
  createWebhooks,
  failureKey,
  readWebhookTargets,
  redactStack,
  redactText,
  type Webhooks,
  type WebhookTarget,
} from '@device-console/shared-lib/telemetry';
import { FIGURES_HOURS } from '@device-console/shared-lib/contract/server';
import { type Clock, DAY, HOUR, isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import { countsInMemory, keepWithin } from '../../core/security/counts.ts';
import { countRows } from '../../core/store/count-rows.ts';
import type { Schema } from '../../core/store/schema.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import type { Platform, Service } from '../../core/calls/context.ts';
import { durationWithin, durationStep } from '../../core/time/duration-steps.ts';
import { auditCommand, command, textOption, withTransaction } from '../../core/cli/cli-parts.ts';
import { ofFile } from '../../core/configuration/private-file.ts';
import { numeric, optional, secret, type VariablesOf } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { hashSecret, tokensOf } from '../../core/security/tokens.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { insertApiKey } from '../../core/store/api-keys.ts';
import { schema } from './schema.ts';
import { note, read } from '../../core/calls/call.ts';

type ReportBody = BodyOf<(typeof calls)['platformReport']>;
type FiguresRow = AnswerOf<(typeof calls)['platformFigures']>['items'][number];

const WINDOW = 15 * MINUTE;
/** Most reports of an account in 15 minutes; a page sends at most one every five seconds, usually two a minute. */
const REPORTS = 180;
/** Most kinds of failures that are counted separately per build. */
const KINDS = 200;
const FURTHER = {
  kind: 'other',
  message: 'Further kinds of failures of this build, which are not told apart.',
  stack: '',
  screen: '',
};
const KINDS_SHOWN = 50;

const hourOf = (at: string): string => at.slice(0, 13);

/** Adds loads to those of their hour and step, in one order everywhere: that prevents deadlocks. */
async function addLoads(db: Database, hour: string, loads: readonly RemoteLoad[]): Promise<void> {
  const rows = new Map<string, Insertable<Schema['remote_loads']>>();
  for (const { remote, version, release, source, ms } of loads) {
    const place = { hour, remote, version, release, source, step: durationStep(ms) };
    const key = JSON.stringify(place);
    rows.set(key, { ...place, loads: (rows.get(key)?.loads ?? 0) + 1 });
  }
  if (rows.size === 0) return;
  await db
    .insertInto('remote_loads')
    .values([...rows].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, row]) => row))
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'remote', 'version', 'release', 'source', 'step'])
        .doUpdateSet((update) => ({ loads: update('remote_loads.loads', '+', update.ref('excluded.loads')) })),
    )
    .execute();
}

const kindIn = ({ count: _count, sequence: _sequence, ...kind }: RemoteFailureReport) => kind;

/** Above the limit it counts as `other`. */
async function kindOf(
  db: Database,
  failure: RemoteFailureReport,
  browser: string,
  at: string,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const fingerprint = createHash('sha256').update(failureKey(failure)).digest('hex');
  const known = await db
    .updateTable('remote_failures')
    .set({ last_at: at })
    .where('fingerprint', '=', fingerprint)
    .returning('id')
    .executeTakeFirst();
  if (known) return { id: known.id, isNew: false };
  const met = kindIn(failure);
  const ofBuild = db.selectFrom('remote_failures').where('remote', '=', met.remote).where('release', '=', met.release);
  if (met.kind !== FURTHER.kind && (await countRows(ofBuild)) >= KINDS)
    return kindOf(db, { ...failure, ...FURTHER }, browser, at);
  const made = await db
    .insertInto('remote_failures')
    .values({ ...met, fingerprint, browser, first_at: at, last_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another report may have been faster.
  return made ? { id: made.id, isNew: true } : kindOf(db, failure, browser, at);
}

async function record(db: Database, accountId: number, at: string, { browser, loads, failures }: ReportBody) {
  const hour = hourOf(at);
  await addLoads(db, hour, loads);
  const fresh: RemoteFailureReport[] = [];
  // Pages should have redacted this, and cannot be trusted.
  const redacted = failures.map((failure) => ({
    ...failure,
    message: redactText(failure.message),
    stack: redactStack(failure.stack),
  }));
  // One order everywhere prevents deadlocks between two reports.
  const ordered = redacted.toSorted((left, right) => (failureKey(left) < failureKey(right) ? -1 : 1));
  for (const failure of ordered) {
    const { id, isNew } = await kindOf(db, failure, browser, at);
    await db
      .insertInto('remote_failure_counts')
      .values({ failure_id: id, hour, account_id: accountId, failures: failure.count })
      .onConflict((conflict) =>
        conflict.columns(['hour', 'failure_id', 'account_id']).doUpdateSet((update) => ({
          failures: update('remote_failure_counts.failures', '+', update.ref('excluded.failures')),
        })),
      )
      .execute();
    if (isNew) fresh.push(failure);
  }
  return fresh;
}

const platformReport: Service<'platformReport'> = async ({ db, platform, actor }, body) => {
  await keepWithin(db, platform.clock, `report account ${actor.accountId}`, { most: REPORTS, window: WINDOW });
  const fresh = await inTransaction(db, (tx) => record(tx, actor.accountId, isoTime(platform.clock.now()), body));
  for (const failure of fresh) platform.runInBackground(platform.failureNotices.tell(failure));
  return {};
};

const countsOfFailures = ({ fn }: ExpressionBuilder<Schema, 'remote_failure_counts'>) => [
  fn.sum<number>('failures').as('failures'),
  fn.count<number>('account_id').distinct().as('operators'),
];

const keyOf = ({ remote, source, version, release }: Pick<FiguresRow, 'remote' | 'source' | 'version' | 'release'>) =>
  JSON.stringify([remote, source, version, release]);

const build = ['remote', 'version', 'release', 'source'] as const;

async function figuresOfReleases(db: Database, since: string): Promise<FiguresRow[]> {
  const loads = await db
    .selectFrom('remote_loads')
    .select([...build, 'step'])
    .select((select) => select.fn.sum<number>('loads').as('loads'))
    .where('hour', '>=', since)
    .groupBy([...build, 'step'])
    .orderBy('step')
    .execute();
  const failures = await db
    .selectFrom('remote_failure_counts')
    .innerJoin('remote_failures', 'remote_failures.id', 'failure_id')
    .select(build)
    .select(countsOfFailures)
    .where('hour', '>=', since)
    .groupBy(build)
    .execute();
  const builds = new Map([...loads, ...failures].map((row) => [keyOf(row), row]));
  const inOrder = [...builds].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return inOrder.map(([key, { remote, version, release, source }]) => {
    const steps = loads.filter((row) => keyOf(row) === key);
    const met = failures.find((row) => keyOf(row) === key);
    return {
      ...{ remote, version, release, source },
      loads: steps.reduce((total, step) => total + step.loads, 0),
      p50: durationWithin(steps, 0.5),
      p95: durationWithin(steps, 0.95),
      failures: met?.failures ?? 0,
      operators: met?.operators ?? 0,
    };
  });
}

const platformFigures: Service<'platformFigures'> = async ({ db, platform }, { hours }) => {
  const since = hourOf(isoAfter(platform.clock.now(), -hours * HOUR));
  const met = db
    .selectFrom('remote_failure_counts')
    .where('hour', '>=', since)
    .groupBy('failure_id')
    .select('failure_id')
    .select(countsOfFailures);
  const kinds = await db
    .selectFrom('remote_failures as kinds')
    .innerJoin(met.as('met'), 'met.failure_id', 'kinds.id')
    .selectAll('kinds')
    .select(['met.failures', 'met.operators'])
    .orderBy('kinds.last_at', 'desc')
    .orderBy('kinds.id', 'desc')
    .limit(KINDS_SHOWN)
    .execute();
  return {
    items: await figuresOfReleases(db, since),
    failures: kinds.map(({ id, failures, first_at, last_at, fingerprint: _fingerprint, ...kind }) => ({
      ...kind,
      id: String(id),
      count: failures,
      firstAt: first_at,
      lastAt: last_at,
    })),
  };
};

export async function deleteOldTelemetry(db: Database, before: string): Promise<void> {
  await db.deleteFrom('remote_loads').where('hour', '<', before).execute();
  await db.deleteFrom('remote_failure_counts').where('hour', '<', before).execute();
  const counted = db.selectFrom('remote_failure_counts').select('failure_id');
  await db.deleteFrom('remote_failures').where('last_at', '<', before).where('id', 'not in', counted).execute();
}

type NewFailure = Omit<RemoteFailureReport, 'count' | 'sequence'>;

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly failureNotices: ReturnType<typeof createFailureNotices>;
  }
}

/** Most notices per hour: a build whose messages all differ must not flood its team. */
const TOLD_AN_HOUR = 20;

/** Makes the notices of one server; if several servers share a database, each sends those of its own reports. */
export function createFailureNotices(webhooks: Webhooks, clock: Clock, log: Pick<Platform['log'], 'warn'>) {
  const notices = countsInMemory();
  return {
    /** Never rejects; failed notices are logged. */
    tell: async ({ remote, owner, version, release, message: text, ...met }: NewFailure): Promise<void> => {
      const now = clock.now();
      const told = notices.add('all', { now, window: HOUR });
      if (told > TOLD_AN_HOUR) {
        if (told === TOLD_AN_HOUR + 1)
          log.warn(
            { remote },
            'more new kinds of failures than are told of in an hour; the platform page has them all',
          );
        return;
      }
      const { kind, screen, source, stack } = met;
      const failure = { kind, screen, source, stack };
      await webhooks.notify({ event: 'new-failure', at: isoTime(now), remote, owner, version, release, text, failure });
    },
  };
}

function webhooksOf(text: string | undefined): readonly WebhookTarget[] {
  return text === undefined ? [] : ofFile('WEBHOOKS', text, (targets) => readWebhookTargets(targets, 'its JSON'));
}

function createFailureWebhooks(
  targets: readonly WebhookTarget[],
  log: Pick<Platform['log'], 'error'>,
  clock: Clock,
  closing: AbortSignal,
) {
  return createWebhooks({
    targets,
    newId: randomUUID,
    fetch: (url, init) => fetch(url, init),
    now: () => clock.now().getTime(),
    wait: (milliseconds) => setTimeout(milliseconds, undefined, { signal: closing }),
    onFailure: (text) => log.error({}, text),
  });
}

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly webhooks: readonly WebhookTarget[];
    readonly telemetryDays: number;
  }
}

const createFiguresKey = command(
  "--email <a superadmin's> --name <what it is for>   (an API key that reads the platform's figures and opens " +
    'nothing else)',
  { email: textOption, name: textOption },
  (values, parts) =>
    withTransaction(parts, async (tx) => {
      const email = (values.email ?? '').trim().toLowerCase();
      const name = (values.name ?? '').trim();
      if (name === '') throw new ConfigurationError('create-figures-key needs --name, which says what the key is for.');
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

const variables = {
  WEBHOOKS: secret(v.string()),
  WEBHOOKS_FILE: optional(v.string()),
  TELEMETRY_DAYS: numeric(30, 1, FIGURES_HOURS / 24),
};

/** Loads and failures of remotes in pages: reports, figures, and notices to teams. */
export const telemetry = {
  name: 'telemetry',
  schema,
  calls: {
    platformReport: { ...note, run: platformReport },
    platformFigures: { ...read, run: platformFigures },
  },
  variables,
  settings: (given: VariablesOf<typeof variables>) => ({
    webhooks: webhooksOf(given.WEBHOOKS),
    telemetryDays: given.TELEMETRY_DAYS,
  }),
  platform: ({ settings, log, clock, closing }) => ({
    failureNotices: createFailureNotices(createFailureWebhooks(settings.webhooks, log, clock, closing), clock, log),
  }),
  housekeeping: {
    telemetry: ({ db, clock, settings }) =>
      deleteOldTelemetry(db, isoAfter(clock.now(), -settings.telemetryDays * DAY)),
  },
  commandLine: { 'create-figures-key': createFiguresKey },
} as const satisfies ApiModule;

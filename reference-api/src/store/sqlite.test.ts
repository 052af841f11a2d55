import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describeAccountChanges } from '../testing/account-changes-suite.ts';
import { describeAgreement } from '../testing/agreement-suite.ts';
import { describeAuditChain } from '../testing/audit-chain-suite.ts';
import { describeAuditedFailures } from '../testing/failures-audited-suite.ts';
import { describeBatchClaims } from '../testing/batch-claims-suite.ts';
import { describeBatchItems } from '../testing/batch-items-suite.ts';
import { describeBatchProgress } from '../testing/batch-progress-suite.ts';
import { describeBatchScale } from '../testing/batch-scale-suite.ts';
import { describeApprovals } from '../testing/approvals-suite.ts';
import { describeCommandBudgets } from '../testing/command-budgets-suite.ts';
import { describeContainment } from '../testing/containment-suite.ts';
import { describeContainedWork } from '../testing/containment-work-suite.ts';
import { describeInterleavings } from '../testing/batch-interleavings-suite.ts';
import { describeRetention } from '../testing/retention-suite.ts';
import { describeScale } from '../testing/scale-suite.ts';
import { describeFuzz } from '../testing/fuzz-suite.ts';
import { describeFactors } from '../testing/factors-suite.ts';
import { describeFirstPasswords } from '../testing/first-password-suite.ts';
import { describeHomeOverview } from '../testing/home-overview-suite.ts';
import { describeOperatorAudit } from '../testing/operator-audit-suite.ts';
import { describeKeys } from '../testing/keys-suite.ts';
import { describePasskeys } from '../testing/passkeys-suite.ts';
import { describePeople } from '../testing/people-suite.ts';
import { describeSessions } from '../testing/sessions-suite.ts';
import { describeSingleSignOn } from '../testing/single-sign-on-suite.ts';
import { describeStepUp } from '../testing/step-up-suite.ts';
import { describeStolenSession } from '../testing/stolen-session-suite.ts';
import { describeStore } from '../testing/store-suite.ts';
import { describeTelemetry } from '../testing/telemetry-suite.ts';
import { describeTexts } from '../testing/texts-suite.ts';
import { startTestApi } from '../testing/test-api.ts';
import { openStore } from './store.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-console-sqlite-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describeBatchItems('SQLite', () => startTestApi());
describeBatchClaims('SQLite', () => startTestApi());
describeBatchProgress('SQLite', () => startTestApi());
describeInterleavings('SQLite', async () => [await startTestApi()]);
describeHomeOverview('SQLite', () => startTestApi());
describeOperatorAudit('SQLite', () => startTestApi());
describeAuditedFailures('SQLite', () => startTestApi());
describeAuditChain('SQLite', () => openStore({ file: join(folder, 'chain.db') }));
describeKeys('SQLite', (more) => startTestApi(undefined, more));
describeSessions('SQLite', (more) => startTestApi(undefined, more));
describeSingleSignOn('SQLite', (more) => startTestApi(undefined, more));
describeAccountChanges('SQLite', (more) => startTestApi(undefined, more));
describeFactors('SQLite', (more) => startTestApi(undefined, more));
describeFirstPasswords('SQLite', (more) => startTestApi(undefined, more));
describeStepUp('SQLite', (more) => startTestApi(undefined, more));
describePasskeys('SQLite', (more) => startTestApi(undefined, more));
describeCommandBudgets('SQLite', async (more) => [await startTestApi(undefined, more)]);
describeApprovals('SQLite', (more) => startTestApi(undefined, more));
describeContainment('SQLite', async (more) => [await startTestApi(undefined, more)]);
describeContainedWork('SQLite', async (more) => [await startTestApi(undefined, more)]);
describeStolenSession('SQLite', (more) => startTestApi(undefined, more));
describePeople('SQLite', (more) => startTestApi(undefined, more));
describeTexts('SQLite', (more) => startTestApi(undefined, more));
describeFuzz('SQLite', (more) => startTestApi(undefined, more));
describeStore(
  'SQLite',
  () => startTestApi(),
  () => openStore({ file: join(folder, 'demo.db') }),
);
describeTelemetry('SQLite', () => startTestApi());

describeAgreement('SQLite', (more) => startTestApi(undefined, more));
describeBatchScale('SQLite', (watch) => startTestApi(undefined, {}, watch));
describeRetention('SQLite', (more, watch) => startTestApi(undefined, more, watch));
describeScale('SQLite', (watch) => startTestApi(undefined, {}, watch));

it('opens SQLite so that a commit survives a power cut: WAL, synchronous FULL, foreign keys', async () => {
  const store = await openStore({ file: join(folder, 'pragmas.db') });
  const pragma = async (name: string) =>
    Object.values(
      (await sql<Record<string, unknown>>`${sql.raw(`pragma ${name}`)}`.execute(store.db)).rows[0] ?? {},
    )[0];
  expect([
    await pragma('journal_mode'),
    await pragma('synchronous'),
    await pragma('foreign_keys'),
    await pragma('busy_timeout'),
  ]).toEqual(['wal', 2, 1, 5000]);
  await store.close();
});

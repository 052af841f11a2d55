import { describeCommandIdentity } from '../testing/command-identity-suite.ts';
import { describeDispatch } from '../testing/dispatch-suite.ts';
import { describeOperations } from '../testing/operations-suite.ts';
import { describeReconcile } from '../testing/reconcile-suite.ts';
import { fillTestDatabase } from '../testing/test-api.ts';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../testing/throwaway-postgres.ts';

jest.setTimeout(60_000);

let postgres: ThrowawayPostgres;
beforeAll(async () => {
  postgres = await startThrowawayPostgres();
});
afterAll(() => postgres.stop());

const onSqlite = async () => undefined;
const onPostgres = async () => ({ url: await postgres.newCopy((url) => fillTestDatabase({ url })) });

describeDispatch('SQLite', onSqlite);
describeDispatch('PostgreSQL', onPostgres);
describeCommandIdentity('SQLite', onSqlite);
describeCommandIdentity('PostgreSQL', onPostgres);
describeOperations('SQLite', onSqlite);
describeOperations('PostgreSQL', onPostgres);
describeReconcile('SQLite', onSqlite);
describeReconcile('PostgreSQL', onPostgres);

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { isImei, roles } from '@device-console/shared-lib/contract';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { makeInvitation } from '../../core/accounts/invitation.ts';
import { requireDomain, requirePhone } from '../../core/accounts/users.ts';
import {
  deviceColumns,
  type GivenDevice,
  type ImportedDevice,
  registerDevices,
} from '../../core/devices/register-devices.ts';
import {
  auditCommand,
  type CliCommand,
  type CliParts,
  command,
  flagOption,
  textOption,
  withStore,
  withTransaction,
} from '../../core/cli/cli-parts.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { ApiModule } from '../../core/module.ts';
import { requireGoodPassword } from '../../core/security/password-rules.ts';
import { newSecret } from '../../core/security/tokens.ts';
import { insertAccount, openAccounts } from '../../core/store/accounts.ts';
import { insertPermission } from '../../core/store/permissions.ts';
import { type Database, dialectOf, inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';

const createAccount = command(
  '--email <address> --role <SUPERADMIN|ADMIN|USER> --phone <10 digits>   (password from standard input, or --invite)',
  { email: textOption, role: textOption, phone: textOption, invite: flagOption },
  async ({ email: given = '', phone = '', role: name, invite }, parts) => {
    const role = roles.find((known) => known === name?.toUpperCase());
    if (!role) throw new ConfigurationError(`--role must be one of ${roles.join(', ')}.`);
    const email = given.trim().toLowerCase();
    requireDomain(email, parts.emailDomains);
    requirePhone(phone);
    // Nobody knows the random one: the owner sets the first.
    const password = invite ? newSecret() : await parts.readPassword();
    if (!invite) await requireGoodPassword(password, { email, phone });
    const now = parts.clock.now();
    const at = isoTime(now);
    const made = { email, phone, role, password_hash: await hash(password), created_at: at };
    return withTransaction(parts, async (tx) => {
      const waiting = invite ? await invitedAccount(tx, email) : undefined;
      const id = waiting?.id ?? (await insertAccount(tx, { ...made, ...(invite && { invited_at: at }) }));
      if (id === undefined)
        throw new ConfigurationError(`An account with the e-mail ${email} or the phone ${phone} exists already.`);
      const message = waiting ? 'invited again' : 'account made';
      await auditCommand(tx, parts, 'create-account', { email, role: waiting?.role ?? role }, message);
      const said = waiting ? `Account ${email} is invited again.` : `Account ${email} with the role ${role} made.`;
      if (!invite) return [said];
      const secret = await makeInvitation(tx, { id, email }, now);
      return [said, 'Its owner chooses the password within 72 hours, once, at this path of the console:', link(secret)];
    });
  },
);

const link = (secret: string): string => `/invitation/${secret}`;

/** An account that was invited and has no password yet. */
const invitedAccount = (db: Database, email: string) =>
  openAccounts(db).where('email', '=', email).where('invited_at', 'is not', null).executeTakeFirst();

const addPermission: CliCommand = {
  usage: '<name>',
  async run(args, parts) {
    const name = args.join(' ').trim();
    if (name === '') throw new ConfigurationError('add-permission needs the name, which is the title of a screen.');
    return withTransaction(parts, async (tx) => {
      if (!(await insertPermission(tx, name))) return [`The permission "${name}" is there already.`];
      await auditCommand(tx, parts, 'add-permission', { name }, 'permission added');
      return [`Permission "${name}" added. An admin can give it in the user management.`];
    });
  },
};

const DEVICES_PER_TRANSACTION = 500;

/** Null if a quotation mark is not closed, so that the fields are unclear. */
function fieldsOf(line: string): readonly string[] | null {
  const { data, errors } = Papa.parse<string[]>(line, { delimiter: ',', newline: '\n' });
  return errors.length > 0 ? null : (data[0] ?? ['']).map((field) => field.trim());
}

function readerFor(header: string) {
  const names = (fieldsOf(header.replace(/^\uFEFF/, '')) ?? []).map((name) =>
    name.toLowerCase().replace('appversion', 'app_version').replace('apptype', 'app_type'),
  );
  if (!names.includes('imei1'))
    throw new ConfigurationError(
      `The file's first line must name its columns: ${deviceColumns.join(',')}; imei1 is missing.`,
    );
  return (line: string): ImportedDevice | string => {
    const fields = fieldsOf(line);
    if (!fields) return 'a quotation mark is opened and not closed';
    const values = deviceColumns.map((column) => [column, fields[names.indexOf(column)] ?? '']);
    const device = Object.fromEntries(values) as ImportedDevice;
    if (!isImei(device.imei1)) return `imei1 "${device.imei1}" is not 15 digits`;
    if (device.imei2 !== '' && !isImei(device.imei2)) return `imei2 "${device.imei2}" is not 15 digits`;
    return device;
  };
}

/** Of a file; a refused line is named by its number. */
async function* devicesInFile(file: string): AsyncGenerator<GivenDevice> {
  let read: ReturnType<typeof readerFor> | undefined;
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
    line += 1;
    if (!read) {
      read = readerFor(text);
    } else if (text.trim() !== '') {
      const device = read(text);
      yield typeof device === 'string' ? `line ${line}: ${device}` : device;
    }
  }
}

/** Can be rerun after an interruption. */
const importFrom = (given: AsyncIterable<GivenDevice>, where: object, unit: string, parts: CliParts) =>
  withStore(parts, async ({ db }) => {
    const counts = { registered: 0, reRegistered: 0, unchanged: 0 };
    const refused: string[] = [];
    let waiting: ImportedDevice[] = [];
    const flush = async () => {
      const more = await inTransaction(db, (tx) => registerDevices(tx, waiting, isoTime(parts.clock.now())));
      for (const name of ['registered', 'reRegistered', 'unchanged'] as const) counts[name] += more[name];
      waiting = [];
    };
    for await (const device of given) {
      if (typeof device === 'string') refused.push(device);
      else waiting.push(device);
      if (waiting.length >= DEVICES_PER_TRANSACTION) await flush();
    }
    await flush();
    const body = { ...where, ...counts, refused: refused.length };
    await auditCommand(db, parts, 'import-devices', body, 'devices imported');
    return [
      `${counts.registered} devices registered, ${counts.reRegistered} registered again, ${counts.unchanged} were ` +
        `enrolled already, ${refused.length} ${unit} refused.`,
      ...refused,
    ];
  });

const IMPORT_USAGE = '<file> | --from <gateway>   (columns imei1,imei2,brand,model,app_version,app_type)';

const importDevices: CliCommand = {
  usage: IMPORT_USAGE,
  run(args, parts) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { from: textOption },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (more.length > 0 || (file === undefined) === (values.from === undefined))
      throw new ConfigurationError(`This needs one file, or where to import from: ${IMPORT_USAGE}`);
    if (file !== undefined) return importFrom(devicesInFile(file), { file }, 'lines', parts);
    const from = values.from ?? '';
    return importFrom(parts.devicesFrom(from), { from }, 'devices', parts);
  },
};

/** The schema's own tables, which servers only read. */
const READ_ALONE = ['kysely_migration', 'kysely_migration_lock'];

async function requireServerRole(db: Database, role: string): Promise<void> {
  const { rows } = await sql<{ owns: boolean }>`
    select rolsuper or pg_has_role(rolname, tableowner, 'member') as owns from pg_roles, pg_tables
    where rolname = ${role} and schemaname = 'public' and tablename = 'audit_log'`.execute(db);
  const [found] = rows;
  if (!found) throw new ConfigurationError(`There is no role "${role}". Make it first: createuser ${role}`);
  if (found.owns)
    throw new ConfigurationError(
      `The role "${role}" owns the tables or is a superuser, which no grant bounds. Name another for the servers, ` +
        'and run this as the owner.',
    );
}

/** By the tables' owner, after each migration: every table, but of the audit only to read and append (A10). */
async function grantToServers(db: Database, role: string, appendOnly: readonly string[]): Promise<void> {
  if (dialectOf(db) === 'sqlite')
    throw new ConfigurationError(
      'SQLite has no roles: whoever reads the file may change it. --grant is for PostgreSQL.',
    );
  await requireServerRole(db, role);
  const to = sql.id(role);
  const namesOf = (tables: readonly string[]) => sql.join(tables.map((table) => sql.id('public', table)));
  await inTransaction(db, async (tx) => {
    await sql`grant usage on schema public to ${to}`.execute(tx);
    await sql`revoke all on all tables in schema public from ${to}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${to}`.execute(tx);
    await sql`revoke update, delete on ${namesOf(appendOnly)} from ${to}`.execute(tx);
    await sql`revoke insert, update, delete on ${namesOf(READ_ALONE)} from ${to}`.execute(tx);
  });
}

/** Opening the database brings it up to date. */
const migrate = command(
  '[--grant <role>]   (brings the database up to date; as its owner, and lets that role of PostgreSQL serve)',
  { grant: textOption },
  ({ grant: role }, parts) =>
    withStore(parts, async ({ db }) => {
      if (role === undefined) return ['The database is up to date.'];
      await grantToServers(db, role, parts.appendOnly);
      return [`The database is up to date. The role "${role}" may serve: it reads the audit and adds to it, no more.`];
    }),
);

export const setUp = {
  name: 'set-up',
  commandLine: {
    'create-account': createAccount,
    'import-devices': importDevices,
    'add-permission': addPermission,
    migrate,
  },
} as const satisfies ApiModule;

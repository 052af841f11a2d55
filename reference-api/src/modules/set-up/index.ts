import type { ApiModule } from '../../core/module.ts';
import { type Role, roles } from '@device-console/shared-lib/contract';
import { hash } from '@node-rs/argon2';
import { parseArgs } from 'node:util';
import { isoTime } from '../../core/time/clock.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { importDevices } from './register-devices.ts';
import { requireGoodPassword } from '../../core/security/password-rules.ts';
import { requireDomain, requirePhone } from '../../core/accounts/users.ts';
import { insertAccount } from '../../core/store/accounts.ts';
import { grantToServers } from './database-roles.ts';
import { insertPermission } from '../../core/store/permissions.ts';
import { inTransaction } from '../../core/store/store.ts';
import { auditCommand, type CliCommand, withStore } from '../../core/cli/cli-parts.ts';

const setUpUsage = [
  'create-account --email <address> --role <SUPERADMIN|ADMIN|USER> --phone <10 digits>   (password from standard ' +
    'input)',
  'import-devices <file.csv>   (columns imei1,imei2,brand,model,app_version,app_type)',
  'add-permission <name>',
  'migrate [--grant <role>]   (brings the database up to date; as its owner, and lets that role of PostgreSQL serve)',
] as const;

function roleOf(name: string | undefined): Role {
  const role = roles.find((known) => known === name?.toUpperCase());
  if (!role) throw new ConfigurationError(`--role must be one of ${roles.join(', ')}.`);
  return role;
}

const createAccount: CliCommand = async (args, parts) => {
  const { clock, emailDomains, readPassword } = parts;
  const { values } = parseArgs({
    args: [...args],
    options: { email: { type: 'string' }, role: { type: 'string' }, phone: { type: 'string' } },
  });
  const role = roleOf(values.role);
  const email = (values.email ?? '').trim().toLowerCase();
  const phone = values.phone ?? '';
  requireDomain(email, emailDomains);
  requirePhone(phone);
  const password = await readPassword();
  await requireGoodPassword(password, { email, phone });
  const password_hash = await hash(password);
  await withStore(parts, (store) =>
    inTransaction(store.db, async (tx) => {
      const id = await insertAccount(tx, { email, phone, password_hash, role, created_at: isoTime(clock.now()) });
      if (id === undefined)
        throw new ConfigurationError(`An account with the e-mail ${email} or the phone ${phone} exists already.`);
      await auditCommand(tx, parts, 'create-account', { email, role }, 'account made');
    }),
  );
  return [`Account ${email} with the role ${role} made.`];
};

const addPermission: CliCommand = async (args, parts) => {
  const name = args.join(' ').trim();
  if (name === '') throw new ConfigurationError('add-permission needs the name, which is the title of a screen.');
  return withStore(parts, (store) =>
    inTransaction(store.db, async (tx) => {
      if (!(await insertPermission(tx, name))) return [`The permission "${name}" is there already.`];
      await auditCommand(tx, parts, 'add-permission', { name }, 'permission added');
      return [`Permission "${name}" added. An admin can give it in the user management.`];
    }),
  );
};

const importFile: CliCommand = async ([file], parts) => {
  if (!file) throw new ConfigurationError('import-devices needs the file.');
  return withStore(parts, async (store) => {
    const { registered, reRegistered, unchanged, refused } = await importDevices(store, file, parts.clock);
    await auditCommand(
      store.db,
      parts,
      'import-devices',
      { file, registered, reRegistered, unchanged, refused: refused.length },
      'devices imported',
    );
    return [
      `${registered} devices registered, ${reRegistered} registered again, ${unchanged} were enrolled already, ` +
        `${refused.length} lines refused.`,
      ...refused,
    ];
  });
};

/** Opening the database brings it up to date. */
const migrate: CliCommand = (args, parts) => {
  const { values } = parseArgs({ args: [...args], options: { grant: { type: 'string' } } });
  const { grant: role } = values;
  return withStore(parts, async ({ db }) => {
    if (role === undefined) return ['The database is up to date.'];
    await grantToServers(db, role);
    return [`The database is up to date. The role "${role}" may serve: it reads the audit and adds to it, no more.`];
  });
};

/** The administrator's commands: accounts, devices, permissions, the servers' role. */
export const setUp = {
  name: 'set-up',
  commandLine: {
    usage: setUpUsage,
    commands: {
      'create-account': createAccount,
      'import-devices': importFile,
      'add-permission': addPermission,
      migrate,
    },
  },
} as const satisfies ApiModule;

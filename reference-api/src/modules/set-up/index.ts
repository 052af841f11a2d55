import type { ApiModule } from '../../core/module.ts';
import { type Role, roles } from '@device-console/shared-lib/contract';
import { hash } from '@node-rs/argon2';
import { isoTime } from '../../core/time/clock.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { importDevices } from './register-devices.ts';
import { requireGoodPassword } from '../../core/security/password-rules.ts';
import { requireDomain, requirePhone } from '../../core/accounts/users.ts';
import { insertAccount } from '../../core/store/accounts.ts';
import { grantToServers } from './database-roles.ts';
import { insertPermission } from '../../core/store/permissions.ts';
import {
  auditCommand,
  type CliCommand,
  command,
  fileCommand,
  textOption,
  withStore,
  withTransaction,
} from '../../core/cli/cli-parts.ts';

function roleOf(name: string | undefined): Role {
  const role = roles.find((known) => known === name?.toUpperCase());
  if (!role) throw new ConfigurationError(`--role must be one of ${roles.join(', ')}.`);
  return role;
}

const createAccount = command(
  '--email <address> --role <SUPERADMIN|ADMIN|USER> --phone <10 digits>   (password from standard input)',
  { email: textOption, role: textOption, phone: textOption },
  async ({ email: given = '', phone = '', role: name }, parts) => {
    const role = roleOf(name);
    const email = given.trim().toLowerCase();
    requireDomain(email, parts.emailDomains);
    requirePhone(phone);
    const password = await parts.readPassword();
    await requireGoodPassword(password, { email, phone });
    const made = { email, phone, role, password_hash: await hash(password), created_at: isoTime(parts.clock.now()) };
    return withTransaction(parts, async (tx) => {
      if ((await insertAccount(tx, made)) === undefined)
        throw new ConfigurationError(`An account with the e-mail ${email} or the phone ${phone} exists already.`);
      await auditCommand(tx, parts, 'create-account', { email, role }, 'account made');
      return [`Account ${email} with the role ${role} made.`];
    });
  },
);

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

const importFile = fileCommand('(columns imei1,imei2,brand,model,app_version,app_type)', {}, (file, parts) =>
  withStore(parts, async (store) => {
    const { refused, ...counts } = await importDevices(store, file, parts.clock);
    const { registered, reRegistered, unchanged } = counts;
    const body = { file, ...counts, refused: refused.length };
    await auditCommand(store.db, parts, 'import-devices', body, 'devices imported');
    return [
      `${registered} devices registered, ${reRegistered} registered again, ${unchanged} were enrolled already, ` +
        `${refused.length} lines refused.`,
      ...refused,
    ];
  }),
);

/** Opening the database brings it up to date. */
const migrate = command(
  '[--grant <role>]   (brings the database up to date; as its owner, and lets that role of PostgreSQL serve)',
  { grant: textOption },
  ({ grant: role }, parts) =>
    withStore(parts, async ({ db }) => {
      if (role === undefined) return ['The database is up to date.'];
      await grantToServers(db, role);
      return [`The database is up to date. The role "${role}" may serve: it reads the audit and adds to it, no more.`];
    }),
);

/** The administrator's commands: accounts, devices, permissions, the servers' role. */
export const setUp = {
  name: 'set-up',
  commandLine: {
    'create-account': createAccount,
    'import-devices': importFile,
    'add-permission': addPermission,
    migrate,
  },
} as const satisfies ApiModule;

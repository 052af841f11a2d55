// Checked by the compiler alone: a line that is marked as an error fails the check when the compiler takes it.
import { commandById, commands, type Command, type CommandDefinition, type CommandId } from '../index.ts';
import { commandTable } from './command-table.ts';

const row = {
  screen: 'lockDevice',
  title: 'Lock Device',
  permission: 'Lock Device',
  icon: 'lock',
  audiences: ['standard'],
  send: 'lockNotification',
  form: 'imei',
  variants: [{ action: 'lock', reportedAs: 'LOCK', report: 'lock' }],
  successText: 'done',
  batch: null,
  destructive: true,
} as const satisfies CommandDefinition;

// The ids stay literal.
const id: CommandId = 'lock';
commands[id] satisfies CommandDefinition;
commandById(id).id satisfies CommandId;
({ ...row, id }) satisfies Command;
// @ts-expect-error -- no command has this id
commands.open satisfies CommandDefinition;
// @ts-expect-error -- no command has this id
'open' satisfies CommandId;

// The texts do not: correcting one changes no type that a remote was compiled against.
const text: string = 'another text';
({ ...commands.lock, successText: text, title: text, screen: text }) satisfies typeof commands.lock;

// What undoes a command is a command of the table.
commandTable({ lock: { ...row, inverse: 'unlock' }, unlock: row } as const);
// @ts-expect-error -- there is no command `open` in the table
commandTable({ lock: { ...row, inverse: 'open' } } as const);

// A row has every field that it needs, with values that exist.
// @ts-expect-error -- no screen of the specification has this permission
({ ...row, permission: 'Open Device' }) satisfies CommandDefinition;
// @ts-expect-error -- there is at least one variant
({ ...row, variants: [] }) satisfies CommandDefinition;
// @ts-expect-error -- no call sends a command under this name
({ ...row, send: 'login' }) satisfies CommandDefinition;
// @ts-expect-error -- roles close a command to all but superadmins
({ ...row, roles: ['ADMIN'] }) satisfies CommandDefinition;
// @ts-expect-error -- no command has this field
({ ...row, colour: 'red' }) satisfies CommandDefinition;

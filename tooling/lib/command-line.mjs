// How every command reads its arguments: by the one table, with --help, and with 2 as the end of a wrong use.
import { parseArgs } from 'node:util';
import { commands, optionsOf } from './commands.mjs';
import { commandOf } from './workspace.mjs';

/** Wrong use of a command: it ends with 2. */
export class Usage extends Error {
  name = 'Usage';

  constructor(message, script) {
    super(`${message}\n${usageOf(script)}\n${commandOf(script, '--help')} says more.`);
  }
}

const list = (rows) => {
  const longest = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(longest)}  ${meaning}`);
};
const optionRows = (script) =>
  Object.entries(optionsOf(script)).map(([name, [value, meaning]]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    meaning,
  ]);

/** How a command is called, in one line. */
export function usageOf(script) {
  const { args = [] } = commands[script];
  return commandOf(
    script,
    [...args.map(([name]) => name), ...optionRows(script).map(([name]) => `[${name}]`)].join(' '),
  );
}

/** What a command does, and what its arguments and options mean. */
export function helpOf(script) {
  const { what, args = [] } = commands[script];
  const rows = [...args, ...optionRows(script), ['--help', 'print this and do nothing else']];
  return [`${what[0].toUpperCase()}${what.slice(1)}.`, '', `  ${usageOf(script)}`, '', ...list(rows)].join('\n');
}

/**
 * Reads the arguments of a command: `{ script, positionals, values }`, or `help` instead. Throws Usage for what is not
 * in the table.
 */
function parseCommand(script, args = process.argv.slice(2)) {
  const known = Object.entries(optionsOf(script)).map(([name, [value]]) => [
    name,
    value ? { type: 'string', multiple: name === 'only' } : { type: 'boolean' },
  ]);
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...Object.fromEntries(known), help: { type: 'boolean', short: 'h' } },
    });
    return values.help ? { script, help: helpOf(script) } : { script, positionals, values };
  } catch (error) {
    throw new Usage(error.message, script);
  }
}

/** The same for a command as a whole: prints its help, or what is wrong with its arguments, and ends then. */
export function readCommand(script) {
  try {
    const given = parseCommand(script);
    if (!given.help) return given;
    console.log(given.help);
    return process.exit(0);
  } catch (error) {
    if (!(error instanceof Usage)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}

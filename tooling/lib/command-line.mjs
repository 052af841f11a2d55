// How every command reads its arguments: by one table, with --help, and with exit code 2 for wrong use.
/** @import { Argument, CommandName } from './commands.mjs' */
/** @import { Switch, TextOption } from './command-options.mjs' */
import { parseArgs } from 'node:util';
import { commands, optionsOf } from './commands.mjs';
import { messageOf } from './errors.mjs';
import { commandOf } from './workspace.mjs';

/**
 * What a command was given.
 * @typedef {{ script: CommandName, positionals: string[], values: OptionValues }} Given
 *
 * The values of options: texts, or true; a list for `only`, which may be repeated.
 * @typedef {Partial<Record<Exclude<TextOption, 'only'>, string>> &
 * Partial<Record<Switch, boolean>> & { only?: string[] }} OptionValues
 */

/** Wrong use of a command: it ends with 2. */
export class Usage extends Error {
  /** @override */
  name = 'Usage';

  /**
   * @param {string} message
   * @param {CommandName} script
   */
  constructor(message, script) {
    super(`${message}\n${usageOf(script)}\n${commandOf(script, '--help')} says more.`);
  }
}

/** @type {(rows: Argument[]) => string[]} */
const list = (rows) => {
  const longest = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, meaning]) => `  ${name.padEnd(longest)}  ${meaning}`);
};
/** @type {(script: CommandName) => Argument[]} */
const optionRows = (script) =>
  Object.entries(optionsOf(script)).map(([name, [value, meaning]]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    meaning,
  ]);

/**
 * How a command is called, in one line.
 * @type {(script: CommandName) => string}
 */
export function usageOf(script) {
  const { args = [] } = commands[script];
  return commandOf(
    script,
    [...args.map(([name]) => name), ...optionRows(script).map(([name]) => `[${name}]`)].join(' '),
  );
}

/**
 * What a command does, and what its arguments and options mean.
 * @type {(script: CommandName) => string}
 */
export function helpOf(script) {
  const { what, args = [] } = commands[script];
  /** @type {Argument[]} */
  const rows = [...args, ...optionRows(script), ['--help', 'print this and do nothing else']];
  return [`${what.slice(0, 1).toUpperCase()}${what.slice(1)}.`, '', `  ${usageOf(script)}`, '', ...list(rows)].join(
    '\n',
  );
}

/**
 * Reads the arguments of a command: `{ script, positionals, values }`, or `help` instead. Throws Usage for what is not
 * in the table.
 * @type {(script: CommandName, args?: string[]) => Given | { script: CommandName, help: string }}
 */
function parseCommand(script, args = process.argv.slice(2)) {
  /** @type {[string, NonNullable<import('node:util').ParseArgsConfig['options']>[string]][]} */
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
    if ('help' in values) return { script, help: helpOf(script) };
    return { script, positionals, values: /** @type {OptionValues} */ (values) };
  } catch (error) {
    throw new Usage(messageOf(error), script);
  }
}

/**
 * The same for a command as a whole: prints its help, or what is wrong with its arguments, and ends then.
 * @type {(script: CommandName) => Given}
 */
export function readCommand(script) {
  try {
    const given = parseCommand(script);
    if (!('help' in given)) return given;
    console.log(given.help);
    return process.exit(0);
  } catch (error) {
    if (!(error instanceof Usage)) throw error;
    console.error(error.message);
    return process.exit(2);
  }
}

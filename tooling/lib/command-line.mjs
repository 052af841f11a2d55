// How every command reads its arguments: by one table, with --help, and with exit code 2 for wrong use.
/** @import { Argument, CommandName, Numeric, Switch, TextOption } from './commands.mjs' */
import { parseArgs } from 'node:util';
import { commands, optionsOf } from './commands.mjs';
import { messageOf } from './errors.mjs';
import { commandOf } from './workspace.mjs';

/**
 * @typedef {{ script: CommandName, positionals: string[], values: OptionValues }} Given
 *
 * `only` may be repeated.
 * @typedef {Partial<Record<Exclude<TextOption, 'only'>, string>> & Partial<Record<Numeric, number>> &
 * Partial<Record<Switch, boolean>> & { only?: string[] }} OptionValues
 */

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

/** @type {(script: CommandName) => string} */
export function usageOf(script) {
  const { args = [] } = commands[script];
  return commandOf(
    script,
    [...args.map(([name]) => name), ...optionRows(script).map(([name]) => `[${name}]`)].join(' '),
  );
}

/** @type {(script: CommandName) => string} */
export function helpOf(script) {
  const { what, args = [] } = commands[script];
  /** @type {Argument[]} */
  const rows = [...args, ...optionRows(script), ['--help', 'print this and do nothing else']];
  return [`${what.slice(0, 1).toUpperCase()}${what.slice(1)}.`, '', `  ${usageOf(script)}`, '', ...list(rows)].join(
    '\n',
  );
}

/**
 * For --help or wrong arguments, prints the help or the fault, and exits.
 * @type {(script: CommandName) => Given}
 */
export function readCommand(script) {
  /** @type {[string, NonNullable<import('node:util').ParseArgsConfig['options']>[string]][]} */
  const known = Object.entries(optionsOf(script)).map(([name, [value]]) => [
    name,
    value ? { type: 'string', multiple: name === 'only' } : { type: 'boolean' },
  ]);
  /** @type {import('node:util').ParseArgsConfig['options']} */
  const options = { ...Object.fromEntries(known), help: { type: 'boolean', short: 'h' } };
  try {
    const { positionals, values } = parseArgs({ args: process.argv.slice(2), allowPositionals: true, options });
    if (!('help' in values))
      return { script, positionals: checked(script, positionals), values: numbered(script, values) };
  } catch (error) {
    console.error(wrongUse(messageOf(error), { script }).message);
    return process.exit(2);
  }
  console.log(helpOf(script));
  return process.exit(0);
}

/** @type {(script: CommandName, positionals: string[]) => string[]} */
function checked(script, positionals) {
  const { args = [] } = commands[script];
  const missing = args[positionals.length];
  if (missing && !missing[0].startsWith('[')) throw new Error(`Name ${missing[0]}: ${missing[1]}.`);
  const surplus = positionals[args.length];
  if (surplus !== undefined && !args.at(-1)?.[0].includes('…'))
    throw new Error(`"${surplus}" is one argument too many.`);
  return positionals;
}

/** @type {(script: CommandName, values: object) => OptionValues} */
function numbered(script, values) {
  const ranges = optionsOf(script);
  const read = Object.entries(values).map(([name, text]) => {
    const range = ranges[name]?.[2];
    if (!range) return [name, text];
    const [least, most] = range;
    const number = text.trim() === '' ? NaN : Number(text);
    const isPart = most === 1;
    if (!(number >= least && number <= most) || (!isPart && !Number.isInteger(number)))
      throw new Error(`--${name} is a ${isPart ? '' : 'whole '}number from ${least} to ${most}, not "${text}".`);
    return [name, number];
  });
  return Object.fromEntries(read);
}

/**
 * Runs a command. If `work` throws, prints `failed` and the message, and exits with 1 or the `exitCode` of the error: 2
 * for wrong use, 3 if the console would refuse a build, 4 if somebody else published meanwhile.
 * @type {(script: CommandName, work: (given: Given) => unknown, failed?: string) => Promise<void>}
 */
export async function runCommand(script, work, failed = '') {
  const given = readCommand(script);
  try {
    await work(given);
  } catch (error) {
    console.error(`${failed}${messageOf(error)}`);
    process.exitCode = error instanceof Error && 'exitCode' in error ? Number(error.exitCode) : 1;
  }
}

/** @type {(message: string, given: Pick<Given, 'script'>) => Error} */
export const wrongUse = (message, { script }) =>
  Object.assign(new Error(`${message}\n${usageOf(script)}\n${commandOf(script, '--help')} says more.`), {
    exitCode: 2,
  });

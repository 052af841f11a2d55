import type { CliCommand, CliParts } from '../core/cli/cli-parts.ts';
import { ConfigurationError } from '../core/errors/expected-errors.ts';
import type { ApiModule } from '../core/module.ts';
import { modules } from './modules.ts';

const brought = modules.flatMap((module: ApiModule) => module.commandLine ?? []);
const commands: Readonly<Record<string, CliCommand>> = Object.assign({}, ...brought.map((of) => of.commands));
const usage = brought.flatMap((of) => of.usage.map((line) => `  ${line}`)).join('\n');

/** Runs one command of the CLI; returns what to print. Throws ConfigurationError or BusinessError with what to do. */
export function runCli(args: readonly string[], parts: CliParts): Promise<readonly string[]> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new ConfigurationError(`There is no command "${name}". The commands are:\n${usage}`);
  return command(rest, parts);
}

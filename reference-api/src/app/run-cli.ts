import type { CliCommand, CliParts } from '../core/cli/cli-parts.ts';
import { ConfigurationError } from '../core/errors/expected-errors.ts';
import { joined } from './modules.ts';

const commands: Readonly<Record<string, CliCommand>> = joined('commandLine');
const lines = Object.entries(commands).map(([name, { usage }]) => `  ${name} ${usage}`);

/** Returns what to print. Throws ConfigurationError or BusinessError with what to do. */
export function runCli(args: readonly string[], parts: CliParts): Promise<readonly string[]> {
  const [name = '', ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new ConfigurationError(`There is no command "${name}". The commands are:\n${lines.join('\n')}`);
  return command.run(rest, parts);
}

// Secrets of a command: from the environment, or from files that the environment names.
import { readFileSync } from 'node:fs';

/**
 * The value of the variable `name`, or the content of the file that `<name>_FILE` names; undefined if neither is set.
 * Throws if both are set, or if the file cannot be read.
 */
export function secretOf(
  name: 'FIGURES_KEY' | 'STORE_TOKEN' | 'WEBHOOKS',
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const { [name]: text, [`${name}_FILE`]: file } = environment;
  if (text && file) throw new Error(`${name} and ${name}_FILE are both set. Take one of them away.`);
  return text || (file ? readFileSync(file, 'utf8').trim() : '') || undefined;
}

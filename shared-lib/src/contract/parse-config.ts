import { checkNames } from './back-end-names.ts';
import { configFields, type ConsoleConfig } from './config.ts';

/** As `readConfig` does, at once; throws. */
export function parseConfig(document: unknown): ConsoleConfig {
  const config = configFields(document);
  checkNames(config.names);
  return config;
}

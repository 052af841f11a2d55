import { checkNames } from './back-end-names.ts';
import { configFields, type ConsoleConfig } from './config.ts';

/** Like `readConfig`, but synchronous; throws. */
export function parseConfig(document: unknown): ConsoleConfig {
  const config = configFields(document);
  checkNames(config.names);
  return config;
}

import type { CliParts } from '../core/cli/cli-parts.ts';
import type { StoreLocation } from '../core/store/store.ts';
import { TestClock } from './test-clock.ts';
import { appendOnly, openStore, schemaSteps } from '../app/open-store.ts';

/** Makes what the commands of the CLI get on a database; `parts` replace the usual ones. */
export function cliParts(location: StoreLocation, parts: Partial<CliParts> = {}): CliParts {
  return {
    openStore: () => openStore(location),
    location,
    schemaSteps,
    appendOnly: Object.keys(appendOnly),
    dataDir: '.',
    clock: new TestClock(),
    emailDomains: ['example.com'],
    operator: 'root',
    devicesFrom: () => {
      throw new Error('not asked');
    },
    readPassword: () => Promise.reject(new Error('not asked')),
    ...parts,
  };
}

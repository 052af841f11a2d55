import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { CliCommand } from '../../core/cli/cli-parts.ts';
import { list, optional } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import { demoSampleCsv } from './demo-sample-csv.ts';

const writeSamples: CliCommand = async ([folder]) => {
  if (!folder) throw new ConfigurationError('demo-samples needs the folder.');
  const { imei, notification } = demoSampleCsv();
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'imei.csv'), imei);
  await writeFile(join(folder, 'notification.csv'), notification);
  return [`imei.csv and notification.csv written to ${folder}.`];
};

/** Accounts, devices and a history to try the console with. */
export const demo = {
  name: 'demo',
  variables: {
    DEMO: optional(v.string()),
    DEMO_PERMISSIONS: list([]),
  },
  commandLine: {
    usage: ['demo-samples <folder>   (sample files whose IMEIs the demo has)'],
    commands: { 'demo-samples': writeSamples },
  },
} as const satisfies ApiModule;

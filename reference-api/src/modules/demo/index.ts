import * as v from 'valibot';
import { list, optional } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';

/** Accounts, devices and a history to try the console with. */
export const demo = {
  name: 'demo',
  variables: {
    DEMO: optional(v.string()),
    DEMO_PERMISSIONS: list([]),
  },
} as const satisfies ApiModule;

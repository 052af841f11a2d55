import * as v from 'valibot';
import { optional } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';

/** Calls of teams' own services, passed on if the administrator lists them. */
export const teamServices = {
  name: 'team-services',
  variables: {
    SERVICES_FILE: optional(v.string()),
  },
} as const satisfies ApiModule;

import * as v from 'valibot';
import { numberFrom, optional, withDefault } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';

export const metrics = {
  name: 'metrics',
  variables: {
    METRICS_PORT: optional(numberFrom(0, 65_535)),
    METRICS_HOST: withDefault('127.0.0.1', v.string()),
  },
} as const satisfies ApiModule;

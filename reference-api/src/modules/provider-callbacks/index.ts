import * as v from 'valibot';
import { optional } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';

/** Outcomes that the provider tells by itself; without its secrets they are asked for. */
export const providerCallbacks = {
  name: 'provider-callbacks',
  variables: { DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: optional(v.string()) },
} as const satisfies ApiModule;

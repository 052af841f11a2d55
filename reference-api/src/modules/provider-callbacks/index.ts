import * as v from 'valibot';
import { optional } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';

/** Outcomes that the provider reports; without secrets the API only asks for them. */
export const providerCallbacks = {
  name: 'provider-callbacks',
  variables: { DEVICE_GATEWAY_CALLBACK_SECRETS_FILE: optional(v.string()) },
} as const satisfies ApiModule;

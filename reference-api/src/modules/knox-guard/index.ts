import * as v from 'valibot';
import { ofFile } from '../../core/configuration/private-file.ts';
import { gatewayAddress, optional, type VariablesOf, withDefault } from '../../core/configuration/variable-readers.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { ApiModule } from '../../core/module.ts';
import { readKnoxCredentials } from './credentials.ts';
import { devicesOfKnoxGuard } from './device-source.ts';
import { createKnoxGuardGateway } from './knox-guard-gateway.ts';
import type { KnoxSettings } from './knox-api.ts';

const KNOX_GUARD = 'knox-guard';

/** The most that Knox Guard's console takes. */
const LOCK_MESSAGE_LENGTH = 350;

const lockMessage = v.pipe(
  v.string(),
  v.maxLength(LOCK_MESSAGE_LENGTH, `must have at most ${LOCK_MESSAGE_LENGTH} characters.`),
);

const variables = {
  KNOX_REGION: optional(v.picklist(['us', 'eu'], 'must be us or eu.')),
  KNOX_API: optional(gatewayAddress),
  KNOX_CREDENTIALS_FILE: optional(v.string()),
  KNOX_CONTACT: optional(v.string()),
  KNOX_LOCK_MESSAGE: withDefault('This phone is locked. Please contact your lender.', lockMessage),
};

type Variables = VariablesOf<typeof variables>;

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    /** Undefined: commands go another way. */
    readonly knoxGuard: KnoxSettings | undefined;
  }
}

/** Throws ConfigurationError. */
function readKnoxSettings(given: Variables): KnoxSettings {
  const { KNOX_REGION: region, KNOX_API: address, KNOX_CREDENTIALS_FILE: file, KNOX_CONTACT: contact } = given;
  if (address !== undefined && region !== undefined)
    throw new ConfigurationError('KNOX_API and KNOX_REGION are both set. Take one of them away.');
  const url = address ?? (region && `https://${region}-kcs-api.samsungknox.com`);
  const missing = [
    ...(url === undefined ? ['KNOX_REGION'] : []),
    ...(file === undefined ? ['KNOX_CREDENTIALS_FILE'] : []),
    ...(contact === undefined ? ['KNOX_CONTACT'] : []),
  ];
  if (url === undefined || file === undefined || contact === undefined)
    throw new ConfigurationError(`Knox Guard also needs ${missing.join(', ')}; docs/provider.md says how.`);
  const credentials = ofFile('KNOX_CREDENTIALS_FILE', file, readKnoxCredentials);
  return { url, credentials, contact, lockMessage: given.KNOX_LOCK_MESSAGE };
}

/** Commands to phones by Samsung Knox Guard. */
export const knoxGuard = {
  name: KNOX_GUARD,
  variables,
  settings: (given: Variables & { readonly GATEWAY?: string | undefined }) => ({
    knoxGuard: given.GATEWAY === KNOX_GUARD ? readKnoxSettings(given) : undefined,
  }),
  gateway: {
    name: KNOX_GUARD,
    create: ({ knoxGuard: settings }, clock, times) => settings && createKnoxGuardGateway(settings, clock, times),
  },
  deviceSource: {
    name: KNOX_GUARD,
    devices: (given: Variables, clock) => devicesOfKnoxGuard(readKnoxSettings(given), clock),
  },
} as const satisfies ApiModule;

import * as v from 'valibot';
import { list, optional, safeAddress, secretFile, withDefault } from '../../core/configuration/variable-readers.ts';

/** The variables of single sign-on. */
export const signOnVariables = {
  OIDC_ISSUER: optional(
    'none: nobody logs in so',
    'https address',
    'single sign-on: the issuer exactly as your identity provider writes it; see ' +
      '[operations.md](../docs/operations.md#single-sign-on)',
    safeAddress,
  ),
  OIDC_CLIENT_ID: optional('none', 'text', 'the name under which this console is registered there', v.string()),
  OIDC_CLIENT_SECRET: optional('none', 'text', 'the secret that belongs to it', v.string(), true),
  OIDC_CLIENT_SECRET_FILE: secretFile('OIDC_CLIENT_SECRET'),
  OIDC_NAME: withDefault('your organisation', 'text', 'the provider as operators know it', v.string()),
  OIDC_ONLY: optional(
    'off',
    '`1`',
    'passwords, their resets and invitations are for superadmins alone; everybody else logs in at the provider',
    v.picklist(['1'], 'must be 1, or not be set.'),
  ),
  OIDC_LOGOUT: withDefault(
    'on',
    '`on`, `off`',
    'whether a logout here goes on to the provider, where that has a page for it',
    v.picklist(['on', 'off'], 'must be on or off.'),
  ),
  OIDC_ACR_VALUES: optional(
    'none: the provider decides',
    'names separated by spaces',
    'the classes of authentication (`acr_values`) that the provider is asked for',
    v.string(),
  ),
  OIDC_SECOND_FACTOR: list(
    [],
    'list',
    'values of `acr` or `amr` by which the provider states a second factor: they stand for that of a role which ' +
      'needs one',
  ),
} as const;

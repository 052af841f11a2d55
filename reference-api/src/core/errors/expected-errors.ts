import type { identityChallenge } from '@device-console/shared-lib/contract/server';
import type * as v from 'valibot';

/** A refusal that the operator can act on: answered as HTTP 200 with status `error` (D2a). */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
  readonly fields: Readonly<Record<string, unknown>> = {};
}

/** A refusal of one field, which the page shows there too. */
export class FieldRefused extends BusinessError {
  override readonly fields: Readonly<Record<string, unknown>>;

  constructor(field: 'email' | 'phone' | 'password', message: string) {
    super(message);
    this.fields = { field };
  }
}

/** Refuses somebody who is not logged in. The audit keeps whom and why, once the call's writes are undone. */
export class LoginRefused extends BusinessError {
  readonly outcome: 'refused' | 'error' = 'refused';

  constructor(
    message: string,
    readonly who: { readonly id: number | null; readonly email: string } = { id: null, email: '' },
    readonly reason = message,
    options: ErrorOptions = {},
  ) {
    super(message, options);
  }
}

/** The password was right; a second factor is required (S17). */
export class IdentityNeeded extends BusinessError {
  override readonly fields: Readonly<Record<string, unknown>>;

  constructor(message: string, challenge: v.InferInput<typeof identityChallenge>) {
    super(message);
    this.fields = { challenge };
  }
}

export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

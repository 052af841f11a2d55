/** A refusal that the operator can understand and act on: answered as HTTP 200 with status `error` (D2a). */
export class BusinessError extends Error {
  override readonly name = 'BusinessError';
}

/** The environment or a command line asks for what cannot be: the message names it and says what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The environment asks for something that cannot be; the message says which variable and what to do. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

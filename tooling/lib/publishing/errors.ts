// Errors of publishing.

/** The request cannot be carried out; the message says why and what to do. */
export class Refused extends Error {
  override name = 'Refused';
}

/** The console would not show the build; --even-if-refused publishes it anyway. */
export class DoesNotFit extends Error {
  override name = 'DoesNotFit';
  exitCode = 3;
}

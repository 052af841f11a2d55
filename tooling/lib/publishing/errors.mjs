// Errors of publishing, by the exit code of a command.

/** The request cannot be carried out; the message says why and what to do. */
export class Refused extends Error {
  /** @override */
  name = 'Refused';
}

/** The console would not show the build: a command ends with 3, unless --even-if-refused is given. */
export class DoesNotFit extends Error {
  /** @override */
  name = 'DoesNotFit';
}

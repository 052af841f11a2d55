// What publishing does not do, told apart by how a command ends.

/** Something that was asked for cannot be done; the message says why and what to do. */
export class Refused extends Error {
  /** @override */
  name = 'Refused';
}

/** The console would not show it: a command ends with 3, unless it was told to go on. */
export class DoesNotFit extends Error {
  /** @override */
  name = 'DoesNotFit';
}

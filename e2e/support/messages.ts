/** What a browser says of a file that is missing, or is not the one that was published. */
export const fileMessages = /integrity|Failed to load resource|Refused to (apply style|execute script)/;

/** One expression for several: a message that meets any of them. */
export const anyOf = (...messages: readonly RegExp[]): RegExp =>
  new RegExp(messages.map(({ source }) => source).join('|'));

/** The browser's message about a file that is missing, or is not the published one. */
export const fileMessages = /integrity|Failed to load resource|Refused to (apply style|execute script)/;

/** One expression for several: matches any of them. */
export const anyOf = (...messages: readonly RegExp[]): RegExp =>
  new RegExp(messages.map(({ source }) => source).join('|'));

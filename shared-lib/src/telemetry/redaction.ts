const TAKEN_OUT = '…';

/** Characters of a text that are kept. */
const LONGEST = 2_000;
/** Shorter form values occur in too many words. */
const SHORTEST_VALUE = 3;

const address = /\b(?:https?|wss?|blob|file):[^\s"'`<>()]+/gi;
// Possible tokens.
const token = /(?<![\w-])(?=[\w-]*\d)[\w-]{24,}/g;
const rules: readonly (readonly [RegExp, string])[] = [
  // V8 quotes the input of JSON.parse().
  [/(?:\.{3})?"[^]*?"(?:\.{3})? is not valid JSON/g, `${TAKEN_OUT} is not valid JSON`],
  [/[^\s@<>"'`(),;:=/]{1,64}@[^\s@<>"'`(),;:=/]{1,255}\.[a-z]{2,}/gi, TAKEN_OUT],
  // An address without an origin.
  [/(\/[\w./-]{0,200})[?#][^\s"'`<>()]*/g, '$1'],
  [token, TAKEN_OUT],
  // Six digits or more, even if the number is written in groups.
  [/\d(?:[ ./-]?\d){5,}/g, TAKEN_OUT],
];

/** An address without user, query, fragment, the numbers in its path, and the hashes of file names. */
export function redactAddress(text: string): string {
  const bare = text.replace(/[?#].*$/, '').replace(/^(\w+:\/\/)[^/]*@/, '$1');
  return bare.replace(/(?<![A-Za-z0-9])\d{6,}(?![A-Za-z0-9])/g, TAKEN_OUT);
}

/** Names of scripts and styles are as long as tokens, but are not tokens. */
function redactMention(text: string): string {
  const bare = redactAddress(text);
  return /\.(js|css)$/.test(bare) ? bare : bare.replace(token, TAKEN_OUT);
}

function redactPlain(text: string): string {
  return rules.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
}

/**
 * A text without what may be personal: e-mail addresses, numbers of six digits or more, tokens, queries and fragments
 * of addresses, and each of `values`, such as values of the page's form fields.
 */
export function redactText(text: string, values: readonly string[] = []): string {
  const cut = text.slice(0, LONGEST);
  const without = values
    .filter((value) => value.trim().length >= SHORTEST_VALUE)
    .reduce((rest, value) => rest.replaceAll(value, TAKEN_OUT), cut);
  let done = '';
  let end = 0;
  for (const { 0: found, index } of without.matchAll(address)) {
    done += redactPlain(without.slice(end, index)) + redactMention(found);
    end = index + found.length;
  }
  return done + redactPlain(without.slice(end));
}

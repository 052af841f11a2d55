// Derives the names of a new remote from its folder's name.
import { hostAddresses } from './publishing/rules.mjs';
import { commandOf } from './workspace.mjs';

/** @typedef {Record<'id' | 'title' | 'owner' | 'path' | 'screen', string>} RemoteNames */

const longest = 40;

/** @type {(path: string) => boolean} */
export const isReserved = (path) => hostAddresses.includes(path.toLowerCase());

/**
 * The names of remote `id`, by the templates' words: `id`, `title` ("Spare Parts" of mf-spare-parts), `owner`, `path`
 * ("spareParts"), `screen` ("spare-parts"). Throws if `id` is not a valid name.
 * @type {(id: string | undefined) => RemoteNames}
 */
export function namesOf(id) {
  if (!id) throw new Error(`name it, for example: ${commandOf('create-remote', 'mf-warranty')}`);
  if (!/^mf-[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    throw new Error(
      `"${id}" is no name for a remote: "mf-", then words of lower case letters and digits parted by single ` +
        'dashes, for example mf-warranty.',
    );
  }
  if (id.length > longest)
    throw new Error(`"${id}" has ${id.length} characters; a remote's name has at most ${longest}.`);
  const [first = '', ...rest] = id.slice('mf-'.length).split('-');
  /** @type {(word: string) => string} */
  const capital = (word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  const title = [first, ...rest].map(capital).join(' ');
  return {
    id,
    title,
    owner: `${title} team`,
    path: [first, ...rest.map(capital)].join(''),
    screen: [first, ...rest].join('-'),
  };
}

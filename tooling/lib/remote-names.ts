// Derives the names of a new remote from its folder's name.
import { hostAddresses } from './publishing/rules.ts';
import { commandOf } from './workspace.mjs';

export type RemoteNames = Record<'id' | 'title' | 'owner' | 'path' | 'screen', string>;

const longest = 40;

export const isReserved = (path: string): boolean => hostAddresses.includes(path.toLowerCase());

/**
 * The names of remote `id`, by the templates' words: `id`, `title` ("Spare Parts" of mf-spare-parts), `owner`, `path`
 * ("spareParts"), `screen` ("spare-parts"). Throws if `id` is not a valid name.
 */
export function namesOf(id: string | undefined): RemoteNames {
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
  const capital = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  const title = [first, ...rest].map(capital).join(' ');
  return {
    id,
    title,
    owner: `${title} team`,
    path: [first, ...rest.map(capital)].join(''),
    screen: [first, ...rest].join('-'),
  };
}

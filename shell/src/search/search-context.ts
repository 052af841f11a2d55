import { createContext, useContext } from 'react';

/** What can be asked of the search from anywhere in the frame. */
export interface SearchControl {
  /** Opens the search, with a text in its field. */
  readonly open: (text?: string) => void;
  /** Opens the list of shortcuts, as `?` does. */
  readonly openShortcuts: () => void;
  /** The code of the search could not be had; opening it tries again. */
  readonly hasFailed: boolean;
}

export const SearchContext = createContext<SearchControl | null>(null);

/** The search around. Throws outside of the frame, which is a mistake of the caller. */
export function useSearch(): SearchControl {
  const control = useContext(SearchContext);
  if (!control) throw new Error('useSearch() needs <Search> around it.');
  return control;
}

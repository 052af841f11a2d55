import { createContext, useContext } from 'react';

export interface SearchControl {
  /** With a text, or a file for a batch. */
  readonly open: (given?: string | File) => void;
  readonly openShortcuts: () => void;
  /** The search's code could not be loaded; opening it tries again. */
  readonly hasFailed: boolean;
}

export const SearchContext = createContext<SearchControl | null>(null);

export function useSearch(): SearchControl {
  const control = useContext(SearchContext);
  if (!control) throw new Error('useSearch() needs <Search> around it.');
  return control;
}

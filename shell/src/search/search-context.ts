import { createContext, useContext } from 'react';

/** What can be asked of the search from anywhere in the frame. */
export interface SearchControl {
  readonly open: (text?: string) => void;
  readonly openShortcuts: () => void;
  /** The code of the search could not be had; opening it tries again. */
  readonly hasFailed: boolean;
}

export const SearchContext = createContext<SearchControl | null>(null);

export function useSearch(): SearchControl {
  const control = useContext(SearchContext);
  if (!control) throw new Error('useSearch() needs <Search> around it.');
  return control;
}

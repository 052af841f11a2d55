import type { QueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ApiClient } from '../../api/index.ts';

/** What the hooks that read from the server share on one page. */
export interface PageData {
  readonly api: ApiClient;
  readonly client: QueryClient;
  /** Calls the listener with the target of each command sent in this browser; returns an unsubscribe function. */
  readonly onSent: (listener: (target: string) => void) => () => void;
}

/** Given by {@link DataProvider}. */
export const PageDataContext = createContext<PageData | null>(null);

/** Throws outside a {@link DataProvider}. */
export function usePageData(): PageData {
  const data = useContext(PageDataContext);
  if (!data)
    throw new Error(
      'This hook reads from the server behind the login: render the screen in the shell, or in renderScreen() of ' +
        'shared-lib/testing.',
    );
  return data;
}

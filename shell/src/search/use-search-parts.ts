import { useEffect, useState } from 'react';
import { whenIdle } from '../common/when-idle.ts';

const load = () => import(/* webpackChunkName: "search" */ './search-parts.ts');

/** The dialogs of the search. */
export type SearchParts = Awaited<ReturnType<typeof load>>;

interface FetchedParts {
  readonly parts: SearchParts | null;
  readonly hasFailed: boolean;
  readonly fetch: () => void;
}

/** The code of the search: fetched when the page is idle, at the latest when it is opened. */
export function useSearchParts(onFailure: () => void): FetchedParts {
  const [parts, setParts] = useState<SearchParts | null>(null);
  const [hasFailed, setFailed] = useState(false);
  // What fails now is fetched again, and its failure shown, when the search is opened.
  useEffect(() => whenIdle(() => void load().then(setParts, () => undefined)), []);
  const fetch = (): void => {
    load().then(
      (loaded) => {
        setParts(loaded);
        setFailed(false);
      },
      () => {
        setFailed(true);
        onFailure();
      },
    );
  };
  return { parts, hasFailed, fetch };
}

import { useCallback } from 'react';
import type { AnswerOf, BodyOf, CallDefinition } from '../contract/index.ts';
import { usePageData } from './page-data.ts';

/** Makes a call that changes nothing. Throws only `ApiError`. */
export type Read = <Call extends CallDefinition>(
  call: Call,
  body: BodyOf<Call>,
  signal?: AbortSignal,
) => Promise<AnswerOf<Call>>;

/**
 * For what is read step by step and not kept, such as the pages of a list or the rows of a file. Always the same
 * function. For a single answer use {@link useAnswer}.
 */
export function useRead(): Read {
  const { api } = usePageData();
  return useCallback((call, body, signal) => api.call(call, body, { signal }), [api]);
}

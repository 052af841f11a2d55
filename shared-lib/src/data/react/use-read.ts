import { useCallback } from 'react';
import type { CallOptions } from '../../api/index.ts';
import type { AnswerOf, BodyOf, CallDefinition } from '../../contract/index.ts';
import { usePageData } from './page-data.ts';

/** Makes a call that may be made as often as one likes. Throws only `ApiError`. */
export type Read = <Call extends CallDefinition>(
  call: Call,
  body: BodyOf<Call>,
  options?: Pick<CallOptions, 'signal' | 'timeoutMs' | 'inBackground'>,
) => Promise<AnswerOf<Call>>;

/**
 * For what is read step by step and not kept, such as the pages of a list or the rows of a file. Always the same
 * function. For a single answer use {@link useAnswer}.
 */
export function useRead(): Read {
  const { api } = usePageData();
  return useCallback((call, body, options) => api.call(call, body, options), [api]);
}

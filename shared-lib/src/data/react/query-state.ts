/** The state of a query. `last`: the newest answer so far, even while another is being fetched. */
export type QueryState<Answer> =
  | { readonly status: 'idle'; readonly last: null }
  | { readonly status: 'loading'; readonly last: Answer | null }
  | { readonly status: 'ready'; readonly last: Answer }
  | { readonly status: 'failed'; readonly last: Answer | null; readonly error: Error };

export interface Query<Input, Answer> {
  readonly state: QueryState<Answer>;
  /** Aborts a pending request, so that the newest query wins. */
  readonly ask: (input: Input) => void;
  /** Asks again in the background after any pending request; the state changes with the new answer. */
  readonly refetch: (input: Input) => void;
  /** Gives up a pending request; the last answer stays. */
  readonly stop: () => void;
  /** Forgets query and answer. */
  readonly reset: () => void;
}

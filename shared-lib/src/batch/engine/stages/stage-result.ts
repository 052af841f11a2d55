/** How a stage of a batch ended. `stopped`: early, by the operator or because another tab has the batch. */
export type StageResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly stage: 'uploading' | 'registering'; readonly message: string };

/** A stage that is done. */
export const done: StageResult = { kind: 'done' };

/** The batch ends within the stage. */
export const stopped: StageResult = { kind: 'stopped' };

/** A promise, and the functions that settle it. */
export interface Held<Value> {
  readonly promise: Promise<Value>;
  readonly give: (value: Value) => void;
  readonly refuse: (error: Error) => void;
}

/** Makes a promise that a test settles, instead of a pending answer. */
export function held<Value = void>(): Held<Value> {
  const settle: { give?: (value: Value) => void; refuse?: (error: Error) => void } = {};
  const promise = new Promise<Value>((give, refuse) => Object.assign(settle, { give, refuse }));
  return { promise, give: (value) => settle.give?.(value), refuse: (error) => settle.refuse?.(error) };
}

import { useState, type ReactNode } from 'react';

interface HeldProps<Value> {
  readonly initial: Value;
  readonly children: (value: Value, change: (value: Value) => void) => ReactNode;
}

/** Holds the value of an example, so that it works as it would on a screen. */
export function Held<Value>({ initial, children }: HeldProps<Value>): ReactNode {
  const [value, change] = useState(initial);
  return children(value, change);
}

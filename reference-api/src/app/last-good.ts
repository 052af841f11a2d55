/**
 * What a file of secrets holds now, or held when it could last be read: one that is damaged while the server runs stops
 * nothing, and raises an alarm, once until it can be read again.
 */
export function lastGood<Value>(read: () => Value, raise: (kind: 'secrets', error: unknown) => void): () => Value {
  let last = read();
  let isBroken = false;
  return () => {
    try {
      last = read();
      isBroken = false;
    } catch (error) {
      if (!isBroken) raise('secrets', error);
      isBroken = true;
    }
    return last;
  };
}

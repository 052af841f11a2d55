/**
 * The current content of a file of secrets, or the last one that could be read. A file damaged while the server runs
 * stops nothing; it raises one alarm until it can be read again. Throws if the first read fails.
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

const files = new WeakMap<object, File>();

/** Keeps the chosen file with what was read of it, as long as that is there; returns what was read. */
export function withFile<Answer extends object>(answer: Answer, file: File): Answer {
  files.set(answer, file);
  return answer;
}

/**
 * The file that an answer of `readImeiCsv` or `readNotificationCsv` is of, to read another of its tables; undefined for
 * an answer that comes from elsewhere.
 */
export function chosenFileOf(answer: object): File | undefined {
  return files.get(answer);
}

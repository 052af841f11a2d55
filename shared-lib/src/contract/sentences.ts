/** Latin, and the danda of Hindi. */
const ENDED = /[.!?…।]$/;

/** The parts as sentences: each with one full stop, and none that an earlier one has said. */
export function sentences(...parts: readonly string[]): string {
  let said = '';
  for (const part of parts) {
    const text = part.trim();
    if (text === '') continue;
    const sentence = ENDED.test(text) ? text : `${text}.`;
    if (!said.includes(sentence)) said = `${said} ${sentence}`.trim();
  }
  return said;
}

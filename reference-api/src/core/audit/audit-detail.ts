/** Most characters of a text among the details, and entries of a list. */
const TEXT_LENGTH = 500;
const LIST_LENGTH = 50;
/** Most characters of all details together, as JSON. */
const DETAIL_LENGTH = 4_000;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A value with its texts and lists cut short; what is cut says how long it was. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length <= TEXT_LENGTH ? value : `${value.slice(0, TEXT_LENGTH)}… (${value.length} characters)`;
  if (isList(value)) {
    const kept = value.slice(0, LIST_LENGTH).map(shortened);
    return value.length <= LIST_LENGTH ? kept : [...kept, `… (${value.length} entries)`];
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, LIST_LENGTH)
      .map(([name, field]) => [name.slice(0, TEXT_LENGTH), shortened(field)]),
  );
}

/** The fields of a body as the audit keeps them, a few kilobytes at most (A5); `leftOut` counts those without room. */
export function boundedDetail(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const detail: Record<string, unknown> = {};
  let room = DETAIL_LENGTH;
  let leftOut = 0;
  for (const [name, value] of Object.entries(fields)) {
    const kept = shortened(value);
    const length = name.length + (JSON.stringify(kept)?.length ?? 0);
    if (length > room) {
      leftOut += 1;
    } else {
      room -= length;
      detail[name] = kept;
    }
  }
  return leftOut === 0 ? detail : { ...detail, leftOut };
}

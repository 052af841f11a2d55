const LONGEST_NAME = 31;
const FORBIDDEN = /[\\/?*[\]:]|\p{Cc}|\p{Surrogate}|^'|'$/gu;
/** Excel reserves this name. */
const RESERVED = 'history';

function allowed(name: string): string {
  const text = name
    .replace(FORBIDDEN, '-')
    .slice(0, LONGEST_NAME)
    .replace(/\p{Surrogate}$|'$/u, '-');
  if (text.trim() === '') return 'Sheet';
  return text.toLowerCase() === RESERVED ? `${text}-` : text;
}

/** Sheet names that Excel opens: at most 31 characters, none of \ / ? * [ ] :, unique ignoring case. */
export class SheetNames {
  readonly #taken = new Set<string>();

  /** `wanted`, or the closest allowed and free name, such as 'commands (2)'. */
  next(wanted: string): string {
    const base = allowed(wanted);
    let name = base;
    for (let number = 2; this.#taken.has(name.toLowerCase()); number += 1) {
      const suffix = ` (${number})`;
      name = base.slice(0, LONGEST_NAME - suffix.length).replace(/\p{Surrogate}$/u, '') + suffix;
    }
    this.#taken.add(name.toLowerCase());
    return name;
  }
}

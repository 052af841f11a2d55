/** Joins class names; an absent or false one is left out. */
export const classes = (...names: readonly (string | false | undefined)[]): string => names.filter(Boolean).join(' ');

/** The same props, whose optional ones may also be undefined (exactOptionalPropertyTypes). */
export type Loose<Props> = {
  [Key in keyof Props]: object extends Pick<Props, Key> ? Props[Key] | undefined : Props[Key];
};

/** Removes undefined props, so that a component treats them as absent. */
export function given<Props extends object>(props: Loose<Props>): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Props;
}

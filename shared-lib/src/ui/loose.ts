/** The same props, where an optional one may also be given as undefined (exactOptionalPropertyTypes). */
export type Loose<Props> = {
  [Key in keyof Props]: object extends Pick<Props, Key> ? Props[Key] | undefined : Props[Key];
};

/** Leaves out the props that are undefined, so that a component sees them as not given. */
export function given<Props extends object>(props: Loose<Props>): Props {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Props;
}

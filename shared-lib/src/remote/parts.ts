/** Parts of a remote with their own code, fetched on demand. */
export type PartKind = 'screen' | 'devicePanel' | 'homePanel';

/** A part with its kind; ids are unique within a kind. */
export interface KindOfPart<Part> {
  readonly kind: PartKind;
  readonly part: Part;
}

/** The fields of a remote, or of its declaration, that hold its parts. */
export interface WithParts<Screen, DevicePanel, HomePanel> {
  readonly screens: readonly Screen[];
  readonly contributions?:
    | {
        readonly devicePanels?: readonly DevicePanel[] | undefined;
        readonly homePanels?: readonly HomePanel[] | undefined;
      }
    | undefined;
}

/** Every part of a remote or its declaration: screens and panels, in order. */
export function partsOf<Screen, DevicePanel, HomePanel>({
  screens,
  contributions,
}: WithParts<Screen, DevicePanel, HomePanel>): readonly KindOfPart<Screen | DevicePanel | HomePanel>[] {
  const of = <Part>(kind: PartKind, parts: readonly Part[] = []) => parts.map((part) => ({ kind, part }));
  return [
    ...of('screen', screens),
    ...of('devicePanel', contributions?.devicePanels),
    ...of('homePanel', contributions?.homePanels),
  ];
}

/** The screen at an address below a prefix, ignoring query and fragment; undefined if no path fits. */
export function screenAt<Screen extends { readonly path: string }>(
  screens: readonly Screen[],
  address: string,
): Screen | undefined {
  const given = address.replace(/[?#].*$/, '').split('/');
  return screens.find(({ path }) => {
    const wanted = path.split('/');
    return (
      wanted.length === given.length &&
      wanted.every((part, at) =>
        part.startsWith(':')
          ? !['', '.', '..', undefined].includes(given[at])
          : part.toLowerCase() === given[at]?.toLowerCase(),
      )
    );
  });
}

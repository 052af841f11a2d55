/** The kinds of a remote's parts that are code of their own, fetched when one is wanted. */
export type PartKind = 'screen' | 'devicePanel' | 'homePanel';

/** A part with its kind; an id is unique among those of one kind. */
export interface KindOfPart<Part> {
  readonly kind: PartKind;
  readonly part: Part;
}

/** As much of a remote, or of its declaration, as its parts need. */
export interface WithParts<Screen, DevicePanel, HomePanel> {
  readonly screens: readonly Screen[];
  readonly contributions?:
    | {
        readonly devicePanels?: readonly DevicePanel[] | undefined;
        readonly homePanels?: readonly HomePanel[] | undefined;
      }
    | undefined;
}

/** Every part that a remote or its declaration lists: screens and panels, in their order. */
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

/** The screen that an address below a prefix opens, query and fragment aside; none where no path fits. */
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

/** The kinds of a remote's parts that are code of their own, fetched when one is wanted. */
export type PartKind = 'screen' | 'devicePanel' | 'deviceColumn';

/** A part with its kind; an id is unique among those of one kind. */
export interface KindOfPart<Part> {
  readonly kind: PartKind;
  readonly part: Part;
}

/** As much of a remote, or of its declaration, as its parts need. */
export interface WithParts<Screen, Panel, Column> {
  readonly screens: readonly Screen[];
  readonly contributions?:
    | { readonly devicePanels?: readonly Panel[] | undefined; readonly deviceColumns?: readonly Column[] | undefined }
    | undefined;
}

/** Every part that a remote or its declaration lists: screens, panels and columns, in their order. */
export function partsOf<Screen, Panel, Column>({
  screens,
  contributions,
}: WithParts<Screen, Panel, Column>): readonly KindOfPart<Screen | Panel | Column>[] {
  const of = <Part>(kind: PartKind, parts: readonly Part[] = []) => parts.map((part) => ({ kind, part }));
  return [
    ...of('screen', screens),
    ...of('devicePanel', contributions?.devicePanels),
    ...of('deviceColumn', contributions?.deviceColumns),
  ];
}

import { previewPath, type PreviewName } from '@device-console/shared-lib/trust';

/** Where previews are: beside registry.json, whose address counts from the page's. */
export interface PreviewPlace {
  readonly registryUrl: string;
  readonly pageUrl: string;
}

/** The address of a preview's document. */
export function previewUrl(wanted: PreviewName, { registryUrl, pageUrl }: PreviewPlace): string {
  return new URL(previewPath(wanted), new URL(registryUrl, pageUrl)).href;
}

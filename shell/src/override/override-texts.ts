import { formatClock } from '@device-console/shared-lib/console';
import type { StoredOverride } from '@device-console/shared-lib/trust';
import { t } from '../t.ts';

/** What the page says of an override of one source. */
interface OverrideTexts<Stored> {
  /** What it is and until when, in one line. */
  readonly title: (override: Stored) => string;
  readonly ended: (override: Stored) => string;
  readonly asking: string;
  readonly on: string;
  /** What a reload takes away, once it has ended. */
  readonly rest: string;
  /** The button that ends it. */
  readonly end: string;
}

type Of<Source extends StoredOverride['source']> = Extract<StoredOverride, { readonly source: Source }>;

const development: OverrideTexts<Of<'development'>> = {
  title: ({ id, origin, until }) =>
    t('{id} comes from {origin} until {until}', { id, origin, until: formatClock(until) }),
  ended: ({ id }) => t('Development of {id} has ended', { id }),
  asking: t('Asking the dev server.'),
  on: t(
    'This code is under development and nobody has signed it. It runs in this browser alone, and can do ' +
      'whatever you can.',
  ),
  rest: t('the dev server'),
  end: t('End development'),
};

const preview: OverrideTexts<Of<'preview'>> = {
  title: ({ id, version, until }) =>
    t('{id} {version} is a preview, until {until}', { id, version, until: formatClock(until) }),
  ended: ({ id, version }) => t('The preview of {id} {version} has ended', { id, version }),
  asking: t('Reading the preview.'),
  on: t(
    'Its team has signed this build for you. It is in no registry, and nobody else sees it. What you do ' +
      'with it is real.',
  ),
  rest: t('the preview'),
  end: t('End preview'),
};

/** What the page says of this override. */
export function overrideTexts(
  override: StoredOverride,
): Omit<OverrideTexts<StoredOverride>, 'title' | 'ended'> & { readonly title: string; readonly ended: string } {
  if (override.source === 'development')
    return { ...development, title: development.title(override), ended: development.ended(override) };
  return { ...preview, title: preview.title(override), ended: preview.ended(override) };
}

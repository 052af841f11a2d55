import { formatClock } from '@device-console/shared-lib/console';
import type { StoredOverride } from '@device-console/shared-lib/trust';
import { t } from '../t.ts';

/** What the page says of this override: what it is and until when, how it stands, and the button that ends it. */
export function overrideTexts(override: StoredOverride) {
  const { id } = override;
  const until = formatClock(override.until);
  if (override.source === 'development')
    return {
      title: t('{id} comes from {origin} until {until}', { id, origin: override.origin, until }),
      ended: t('Development of {id} has ended', { id }),
      asking: t('Asking the dev server.'),
      on: t(
        'This code is under development and nobody has signed it. It runs in this browser alone, and can do ' +
          'whatever you can.',
      ),
      /** What a reload takes away, once it has ended. */
      rest: t('the dev server'),
      end: t('End development'),
    };
  const { version } = override;
  return {
    title: t('{id} {version} is a preview, until {until}', { id, version, until }),
    ended: t('The preview of {id} {version} has ended', { id, version }),
    asking: t('Reading the preview.'),
    on: t(
      'Its team has signed this build for you. It is in no registry, and nobody else sees it. What you do ' +
        'with it is real.',
    ),
    rest: t('the preview'),
    end: t('End preview'),
  };
}

import { imeiText } from '../../csv/headless/imei-cell.ts';
import type { Sending, StoredBatch } from './record.ts';
import type { Undecided } from './state.ts';
import { t } from '../../i18n/own.ts';

/** What a stored batch was sending when its page went: whether the server got it is not known (D2b); or null. */
export function sendingOf({ header, progress }: Pick<StoredBatch, 'header' | 'progress'>): Sending | null {
  if (progress.sending !== null || header.schemaVersion !== 1) return progress.sending;
  // The release before did not note these two.
  if (progress.phase === 'uploading') return 'copy';
  return progress.phase === 'registering' ? 'list' : null;
}

/** A sending as the operator is asked about it. */
export function undecidedOf(sending: Sending, imeis: Float64Array): Undecided {
  if (typeof sending !== 'number') return { kind: sending };
  const imei = imeis[sending] ?? 0;
  const isRepeated = imeis.indexOf(imei) !== imeis.lastIndexOf(imei);
  return { kind: 'imei', imei: imeiText(imei), row: isRepeated ? sending + 1 : null };
}

const ONLY_IF_HARMLESS = t(
  'The command may have been carried out on them; send them again only if it does no harm twice.',
);

/** Why something is in doubt: the page went while it was sent, or it has no clear answer from before. */
export function whyInDoubt(undecided: Undecided): string {
  switch (undecided.kind) {
    case 'copy':
      return t('The console was closed while the copy of the file was being sent.');
    case 'list':
      return t('The console was closed while the list of IMEIs was being sent.');
    case 'imei':
      return t('The console was closed while {imei} was being sent. It may have been carried out.', {
        imei: undecided.imei,
      });
    case 'unconfirmed':
      return t('Unconfirmed IMEIs: {count}. {onlyIfHarmless}', {
        count: String(undecided.count),
        onlyIfHarmless: ONLY_IF_HARMLESS,
      });
  }
}

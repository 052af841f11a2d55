import { t } from '../../i18n/own.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import type { Sending } from './record.ts';
import type { Undecided } from './state.ts';

/** Shown when a saved batch does not fit its list (B11). */
export const CANNOT_BE_PROCESSED = t('This batch cannot be processed, please start a new batch or cancel this batch');

/** Shown when the copy could not be uploaded (B13). */
export const UPLOAD_FAILED = t('An error occurred while uploading the file.');

/** Spinner text until the first IMEI is sent (B8). */
export const EVALUATING = t(
  'Please wait while we evaluate this batch. You are requested not to refresh/reload/or navigate',
);

/** Spinner text while IMEIs are sent (B8). */
export const EXECUTING = t('Please Wait while we are executing this batch');

/** Why a batch with personal data needs its file to continue (D15). */
export const FILE_NEEDED = t(
  'Choose the same file again to continue: the names and amounts in it are kept only as long as the login ' +
    'that the batch was started with.',
);

/** Why a chosen file does not belong to the saved batch. */
export const ANOTHER_FILE = t(
  'This file holds other rows than the unfinished batch. Choose the file that the batch was started ' + 'with.',
);

/** A sending that the operator is asked about. */
export function undecidedOf(sending: Sending, imeis: Float64Array): Undecided {
  if (typeof sending !== 'number') return { kind: sending };
  const imei = imeis[sending] ?? 0;
  const isRepeated = imeis.indexOf(imei) !== imeis.lastIndexOf(imei);
  return { kind: 'imei', imei: imeiText(imei), row: isRepeated ? sending + 1 : null };
}

const ONLY_IF_HARMLESS = t(
  'The command may have been carried out on them; send them again only if it does no harm twice.',
);

/** Why something is in doubt: the page closed while sending it, or there was no clear answer. */
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

import { t } from '../../i18n/own.ts';

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
  'Choose the same file again to go on: the names and amounts in it are kept only as long as the login ' +
    'that the batch was started with.',
);

/** Why a chosen file does not belong to the saved batch. */
export const ANOTHER_FILE = t(
  'This file holds other rows than the unfinished batch. Choose the file that the batch was started ' + 'with.',
);

import { imeiText } from '../../csv/headless/imei-cell.ts';
import type { Sending } from './record.ts';
import type { Undecided } from './state.ts';
import { t } from '../../i18n/own.ts';

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

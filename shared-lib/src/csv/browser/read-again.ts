import { PASTED_LIST_TYPE } from '../headless/pasted-list.ts';
import type { ImeiFile } from '../headless/imei-file.ts';

const files = new WeakMap<object, File>();

/** Keeps the chosen file with what was read of it, as long as that is there; returns what was read. */
export function withFile<Answer extends object>(answer: Answer, file: File): Answer {
  files.set(answer, file);
  return answer;
}

/**
 * The file that an answer of `readImeiCsv` or `readNotificationCsv` is of, to read another of its tables; undefined for
 * an answer that comes from elsewhere.
 */
export function chosenFileOf(answer: object): File | undefined {
  return files.get(answer);
}

/**
 * The chosen CSV file of which every row is used, to be uploaded as it is (D26a). Undefined where a copy has to be
 * written: rows are left out, or it is a workbook or a pasted list.
 */
export function wholeFileOf(answer: ImeiFile): File | undefined {
  const { total, valid } = answer.totals;
  const file = chosenFileOf(answer);
  return total === valid && answer.workbook === undefined && file?.type !== PASTED_LIST_TYPE ? file : undefined;
}

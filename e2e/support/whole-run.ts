import { commandList } from '@device-console/shared-lib/contract';

/** True for `npm run test:full`, which checks everything; the gate checks one of each kind. */
export const isWholeRun = process.env['FULL'] === '1';

/** The screens of plain commands: an IMEI or a file, and no question. They differ in names and actions alone. */
const plain = commandList
  .filter(({ form, cardTitle, confirmText }) => form === 'imei' && (cardTitle ?? confirmText) === undefined)
  .map(({ screen }) => screen);

/** False for a screen that the gate leaves to the full run: of plain commands it checks only Lock Device. */
export function isShown(address: string): boolean {
  const screen = address.split('/').at(-1) ?? '';
  return isWholeRun || screen === 'lockDevice' || !plain.some((each) => each === screen);
}

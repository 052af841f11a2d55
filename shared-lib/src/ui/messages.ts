import { IMEI_LENGTH } from '../contract/imei.ts';

/** The texts that the parts themselves bring; every other text comes from the screens (D22). */
export const messages = {
  cancel: 'Cancel',
  chooseFile: 'Choose a file',
  chooseOtherFile: 'Choose another file',
  closeMenu: 'Close menu',
  confirm: 'Confirm',
  dismiss: 'Dismiss',
  dropFile: 'or drop it here',
  dropOneFile: (count: number) => `${count} files were dropped. Please drop one file at a time.`,
  fileSize: (size: string) => `${size} KB`,
  imeiCheckDigit: 'The last digit does not fit the others. Please compare this IMEI with the device before you go on.',
  imeiDigitsOnly: 'An IMEI has digits only. Please remove the other characters.',
  imeiHint: 'Please provide 15 digit IMEI number',
  imeiLabel: 'IMEI number',
  imeiLength: (count: number) => `IMEI number must be exactly ${IMEI_LENGTH} digits; this one has ${count}.`,
  imeiMissing: 'Please provide 15 digit IMEI number',
  menu: 'Menu',
  ok: 'OK',
  pleaseWait: 'Please wait',
  optional: 'optional',
  showPassword: 'Show password',
  skipToContent: 'Skip to content',
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
} as const;

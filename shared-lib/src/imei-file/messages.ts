/** The texts about a file of IMEIs that was chosen. */
export const messages = {
  chooseFile: 'CSV file',
  columnsHint: 'Columns sno and imei1, one device a line. A sample is on the Home page.',
  file: 'File',
  size: 'Size',
  readingTime: 'Reading time',
  reading: (name: string) => `Reading ${name}`,
  cancelReading: 'Cancel reading',

  unusable: (count: string, of: string) => `${count} of ${of} rows cannot be used.`,
  listedBefore: 'They were listed when the file was read, and are not kept when the page is closed.',
  duplicates: (count: string) => `${count} repeated IMEIs are left out; the first row of each counts.`,
  checkDigits: (count: string, first: number, purpose: string) =>
    `${count} IMEIs fail their check digit, the first on line ${first}. They are ${purpose} anyway; ` +
    'check whether they were mistyped.',
  invalidRows: 'Invalid rows',
  downloadErrors: 'Download incorrect_data.csv',

  diagnosis: 'What was found in the file',
  diagnosing: 'Looking at the invalid rows',
  mendable:
    'Nothing is lost: every IMEI below can be read. Download corrected.csv, compare it with your list, and choose ' +
    'it instead of this file.',
  notMendable:
    'No corrected file is offered, because digits of some IMEIs are lost or ambiguous. Correct those rows in ' +
    'the original list.',
  downloadCorrected: 'Download corrected.csv',
  findingRows: (count: string, line: string) => `${count}, the first on line ${line}`,
  findings: {
    separators: 'IMEIs written with spaces, dashes or other separators',
    'text-marks': 'IMEIs marked as text, by an apostrophe, quotation marks or ="…"',
    decimals: 'IMEIs with decimals (.0) at their end',
    'wide-digits': 'IMEIs in full-width digits',
    'extra-columns': 'Rows with further columns after the IMEI, which are left out',
    'other-delimiter': "Rows whose columns are separated by another character than the header's",
    rounded: 'IMEIs that Excel has rounded (3.56E+14): their last digits are lost',
    'missing-zero':
      'IMEIs of 13 or 14 digits that would be whole with zeros in front: a spreadsheet may have removed them, ' +
      'check the original list',
    'several-imeis': 'Rows with more than one IMEI: it is not clear which one is meant',
    unreadable: 'Rows in which no IMEI can be read',
  },
} as const;

import { t } from './t.ts';

/** The texts of notifications, of one device and of a file (T1 to T5). */
export const notificationMessages = {
  name: t('Name'),
  template: t('Template'),
  chooseTemplate: t('Choose a template'),
  noTemplate: t('Please select a template'),
  amount: t('EMI amount'),
  date: t('Date'),
  nameMissing: t("Please enter the customer's name"),
  amountMissing: t('Please enter the EMI amount: digits, with at most 2 decimals'),
  dateMissing: t('Please choose a date'),
  beforeToday: t('The date of a reminder before the due date cannot be before today'),
  afterToday: t('The date of a payment that is past due cannot be after today'),
  dateHints: { Pre: t('Today or later'), Due: t('Always today'), Post: t('Today or earlier') },
  preview: t('Preview message'),
  previewTitle: t('Preview of the notification'),
  previewQuestion: t('This message will be sent. Please read it once more.'),
  backToForm: t('Back to the form'),
  newDay: t(
    'A new day has begun since the message was shown. Look at the date, then preview the message again; ' +
      'nothing was sent.',
  ),
  header: t('Header'),
  text: t('Text'),
  headerNotSent: t('This server sends the text alone; the header stands here and in the results only.'),
  characters: t('Characters'),
  fileHint: t(
    'Columns sno, name, imei1, amount, date (DD/MM/YYYY) and template (Pre, Due or Post), one device a ' +
      'line, as CSV or as an Excel workbook (.xlsx). A sample is on the Home page.',
  ),
  previewMessages: (count: string) =>
    t('{count, plural, one {Preview {count} message} other {Preview {count} messages}}', { count }),
  previewValid: (count: string, of: string) =>
    t('Preview {count} valid of {of, plural, one {{of} message} other {{of} messages}}', { count, of }),
  sendMessages: (count: string) =>
    t('{count, plural, one {Send {count} message} other {Send {count} messages}}', { count }),
  messagesOf: (file: string) => t('Messages of {file}', { file }),
  messagesHelp: t('These messages will be sent. Nothing is sent before you press the button below.'),
  filter: t('Filter by text'),
  filtered: (count: string, of: string) =>
    t('{count} of {of, plural, one {{of} message} other {{of} messages}}', { count, of }),
  firstInFull: (imei: string, header: string) => t('IMEI {imei}: {header}', { imei, header }),
  filtering: t('Looking through the messages'),
  noMessages: t('No message has this text'),
  back: t('Back'),
  unfitDates: (count: string, row: string) =>
    t(
      '{count, plural, one {{count} date does not fit its} other {{count} dates do not fit their}} template, the ' +
        'first that of IMEI {row}: Due is for today, Pre for ' +
        'today or later, Post for today or earlier. The messages say what stands in the file.',
      { count, row },
    ),
  furtherMessages: (count: string, line: number) =>
    t('Further messages to an IMEI that stood before: {count}, the first on line {line}. Each of them is ' + 'sent.', {
      count,
      line,
    }),
  repeatedRows: (count: string, line: number) =>
    t(
      'Rows that repeat another one as a whole: {count}, the first on line {line}. They are sent too, ' +
        'unless you leave them out.',
      { count, line },
    ),
  leaveOutRepeated: (count: string) => t('Leave out rows that repeat another one ({count})', { count }),
  lookingForRows: t('Looking for the rows of this batch'),
  rowsKept: t(
    'The names and amounts of this batch are kept, encrypted, until this login ends. Press Process to go ' + 'on.',
  ),
  rowsUnreadable: (why: string) => t('The names and amounts that were kept cannot be read. {why}', { why }),
  fileAgain: t('The same CSV file'),
  fileChosen: (name: string) => t('{name} has been read. Press Process to go on.', { name }),
} as const;

import { formatCount } from '@device-console/shared-lib/console';

/** The texts of this remote that are not the server's; those of the specification stand letter for letter. */
export const messages = {
  audit: 'Audit Report By IMEI',
  auditLead: 'Registration, release, commands and enrolment of one device.',
  auditFailed: 'Cannot fetch the data now, please try again.',
  findDevice: 'Find a device',
  search: 'Search',
  retry: 'Retry',
  fetchingAudit: 'Fetching the audit',
  imeiIncomplete: 'IMEI number must be exactly 15 digits',
  noRegistration:
    'No Registration record found. Device might be released or not registered. Please check released record.',
  timeline: 'Timeline',
  printReport: 'Print Report',
  downloadReport: 'Download Report',
  auditOf: (imei: string) => `Audit of IMEI ${imei}`,
  fetchedAt: (time: string) => `As of ${time}`,
  notAllPrinted: (rows: number, limit: number) =>
    `Only the first ${formatCount(limit)} of ${formatCount(rows)} rows are printed. Download Report has them all.`,

  reports: 'Reports',
  reportsLead: 'Registrations, enrolment records and the history of every command, by day in your time zone.',
  reportsLeadOf: (zone: string) =>
    `Registrations, enrolment records and the history of every command, by day in the server's time zone, ${zone}.`,
  report: 'Report',
  historyOf: (report: string) => `${report} History`,
  startDate: 'StartDate',
  endDate: 'EndDate',
  filter: 'Registration Filter',
  quickRanges: 'Range',
  submit: 'Submit',
  cancel: 'Cancel',
  wait: 'Please wait while the report is fetched.',
  fetched: (count: number) => `${formatCount(count)} rows`,
  fetchedOf: (count: number, total: number) => `${formatCount(count)} of ${formatCount(total)} rows`,
  cancelled: 'Fetching was cancelled, so that report is not shown.',
  exception: 'Something went wrong.Please try again in sometime.',
  tooLarge: (count: number, limit: number) =>
    `This range has ${formatCount(count)} rows or more; a report shows at most ${formatCount(limit)}. Nothing is ` +
    'shown, because a part would look like the whole. Please choose a shorter range.',
  noResults: 'No results found',
  fromTo: (from: string, to: string) => `${from} to ${to}`,
  shows: (range: string, zone: string, filter: string, count: number, at: string) =>
    `${range} (${zone})${filter === '' ? '' : `, ${filter}`}: ${formatCount(count)} rows, fetched at ${at}.`,
  otherInputs: (range: string) =>
    `The inputs have changed. The report shown is still ${range}; press Submit to fetch the new one.`,
  result: 'Result',
  download: 'Download (Excel)',
  downloading: 'Writing the file',
  stopWriting: 'Stop writing',
  downloadFailed: (why: string) => `The file could not be written. ${why}`,
  view: 'View',
  hide: 'Hide',

  viewAudit: 'View Audit',
  bulkUploads: 'Bulk Upload History',
  executedCommands: 'Executed Commands History',
  uploadedFile: 'Download',
  downloadUpload: (file: string) => `Download ${file}`,
  uploadFailed: (file: string, why: string) => `${file} could not be downloaded. ${why}`,
  uploadTryAgain: 'Please try again.',
  legend: (codes: string) => `Interface: ${codes}`,
  copy: 'Copy',
  copyTransaction: (id: string) => `Copy transaction ID ${id}`,
  copied: 'Copied',
  notCopied: 'Not copied: select the text and copy it',
};

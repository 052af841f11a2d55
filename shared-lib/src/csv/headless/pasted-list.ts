/** The type of a file that holds IMEIs as they were pasted, and no table; no file of a disk has it. */
export const PASTED_LIST_TYPE = 'text/x-imei-list';

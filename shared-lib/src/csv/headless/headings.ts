const IMEI_HEADING =
  /^(?:device|mobile|phone|handset|primary|first)?imeis?(?:no|num|nr|number|code)?1?(?:no|num|nr|number)?$/;

/** A heading in lower case, letters and digits only: `IMEI 1 (No.)` is `imei1no`. */
export const plainHeading = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** True for headings of IMEI columns, such as imei1, IMEI No. or Device IMEI; not for a second IMEI. */
export const isImeiHeading = (text: string): boolean => IMEI_HEADING.test(plainHeading(text));

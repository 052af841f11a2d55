/** What the copy button of an IMEI says. */
export const imeiTexts = {
  copy: (imei: string) => `Copy IMEI ${imei}`,
  copied: (imei: string) => `IMEI ${imei} is copied`,
  refused: (imei: string) => `IMEI ${imei} could not be copied: select it and copy it by hand`,
} as const;

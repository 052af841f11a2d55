/** The texts beside a command's forms. */
export const screenMessages = {
  device: 'The device',
  hint: 'As soon as the IMEI is complete, this is where its device stands.',
  looking: 'Looking up the device',
  failed: 'The device could not be looked up. You can send the command all the same.',
  unknown: (imei: string) => `No device is registered under IMEI ${imei}. The server will refuse the command.`,
  refresh: 'Refresh',
  retry: 'Retry',
} as const;

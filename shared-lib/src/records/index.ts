// Reads records and keeps them current: of a device, of paged lists, of commands on their way.
export { mostRows, numberedPages, pagesOf, RepeatedCursor, type Cancellation, type CursorPage } from '../data/index.ts';
export { decideInSteps, type DecidedCommands, type DecidedStep } from './decide-in-steps.ts';
export { hasOpenCommand, useDevice, type Device, type DeviceRecord } from './use-device.ts';
export { useDeviceRecord } from './use-device-record.ts';
export { useFollowing, type Following } from './use-following.ts';
export { useImeiAnswer, useImeiLookup, type ImeiAnswer, type ImeiLookup } from './use-imei-lookup.ts';
export * from './use-pages.ts';
export { useSimilarDevices, type SimilarDevices } from './use-similar-devices.ts';

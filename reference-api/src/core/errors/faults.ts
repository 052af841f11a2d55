/** Failures that end nothing but need attention: what each means. */
export const faults = {
  background: 'work after an answer failed; the server goes on',
  housekeeping: 'a step of housekeeping failed; the others were taken',
  rejection: 'a promise was rejected that nobody waited for; this server says that it is not ready',
  secrets: "the file of the provider's secrets cannot be read; those of before go on counting",
  row: 'a command cannot be read and was taken out of the queue',
} as const;

export type FaultKind = keyof typeof faults;

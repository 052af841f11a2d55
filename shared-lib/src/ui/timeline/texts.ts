/** What the timeline says. */
export const texts = {
  timeline: (imei: string) => `Timeline of ${imei}, newest first`,
  state: 'State',
  since: (time: string) => `since ${time}`,
  lastCommand: 'Last command',
  none: 'None',
  noTime: 'Time not known',
  empty: 'Nothing is known of this device.',
  repeated: (count: number) => `${count} times`,
  from: (first: string, last: string) => `${first} to ${last}`,
  each: (count: number) => `Each of the ${count}`,
  older: (count: number) => `Show older (${count} more)`,
  toAll: 'sent to all devices',
};

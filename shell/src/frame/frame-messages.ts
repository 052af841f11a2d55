/** What the frame says. */
export const frameMessages = {
  brand: 'Device Console',
  menu: 'Console',
  more: 'More',
  filter: 'Find in the menu',
  filterHint: 'Find',
  noEntry: 'No entry matches.',
  fold: 'Fold the menu',
  unfold: 'Unfold the menu',
  offline: 'Waiting for the connection',
  expiresOn: (time: string) => `login access expires on ${time}`,
  expiresShort: (time: string) => `Login until ${time}`,
  account: (email: string) => `Account of ${email}`,
  theme: 'Theme',
  density: 'Density',
  shortcuts: 'Keyboard shortcuts',
  logout: 'Logout',
  batches: (count: string) => `${count} batches are running`,
  batchProgress: (command: string, done: string, total: string) => `${command}: ${done} of ${total}`,
  batchPaused: (command: string, done: string, total: string) => `${command}: ${done} of ${total}, paused`,
  batchShort: (done: string, total: string) => `${done} of ${total}`,
  batchPausedShort: (done: string, total: string) => `${done} of ${total}, paused`,
} as const;

/** The captions of the menu, by what its entries are about. */
export const groupCaptions: ReadonlyMap<string, string> = new Map([
  ['commands', 'Commands'],
  ['devices', 'Devices'],
  ['administration', 'Administration'],
  ['activity', 'Activity'],
]);

/** What is chosen in the account menu. */
export const themeTitles = { system: 'System', light: 'Light', dark: 'Dark' } as const;
export const densityTitles = { comfortable: 'Comfortable', compact: 'Compact' } as const;

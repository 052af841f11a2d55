import { t } from '../t.ts';

/** What the frame says. */
export const frameMessages = {
  brand: t('Device Console'),
  menu: t('Console'),
  more: t('More'),
  filter: t('Find in the menu'),
  filterHint: t('Find'),
  noEntry: t('No entry matches.'),
  fold: t('Fold the menu'),
  unfold: t('Unfold the menu'),
  simulatedPhones: t('Simulated phones'),
  simulatedPhonesMeaning: t('Commands reach no phone here; the server acts as if every phone obeyed.'),
  offline: t('Waiting for the connection'),
  expiresOn: (time: string) => t('login access expires on {time}', { time }),
  idleShort: (minutes: number) => t('{minutes} min idle', { minutes }),
  orIdle: (minutes: number) => t('or after {minutes} min without use', { minutes }),
  expiresShort: (time: string) => t('Login until {time}', { time }),
  account: (email: string) => t('Account of {email}', { email }),
  theme: t('Theme'),
  density: t('Density'),
  shortcuts: t('Keyboard shortcuts'),
  logout: t('Logout'),
  approvals: (count: string) => t('{count} to approve', { count }),
  batches: (count: string) => t('{count} batches are running', { count }),
  batchProgress: {
    long: (command: string, done: string, total: string) => t('{command}: {done} of {total}', { command, done, total }),
    short: (done: string, total: string) => t('{done} of {total}', { done, total }),
  },
  batchPaused: {
    long: (command: string, done: string, total: string) =>
      t('{command}: {done} of {total}, paused', { command, done, total }),
    short: (done: string, total: string) => t('{done} of {total}, paused', { done, total }),
  },
  batchWaits: {
    long: (command: string, done: string, total: string) =>
      t('{command}: {total} waiting for their turn', { command, done, total }),
    short: (done: string, total: string) => t('{total} waiting', { done, total }),
  },
} as const;

/** The captions of the menu, by what its entries are about. */
export const groupCaptions: ReadonlyMap<string, string> = new Map([
  ['commands', t('Commands')],
  ['devices', t('Devices')],
  ['administration', t('Administration')],
  ['activity', t('Activity')],
]);

/** What is chosen in the account menu. */
export const themeTitles = { system: t('System'), light: t('Light'), dark: t('Dark') } as const;
export const densityTitles = { comfortable: t('Comfortable'), compact: t('Compact') } as const;

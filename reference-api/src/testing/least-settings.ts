import { readSettings } from '../app/configuration/environment.ts';

export const SHARED_KEY = 'a shared key of the tests only';

const least = {
  SHARED_KEY,
  GATEWAY: 'simulator',
  PUBLIC_URL: 'https://console.example',
  TRUSTED_PROXIES: '',
  LOG_LEVEL: 'silent',
};

/** The settings of a server with the least environment, and those that are given. */
export const settingsWith = (environment: Readonly<Record<string, string>>) =>
  readSettings({ ...least, ...environment });

export const leastSettings = settingsWith({});

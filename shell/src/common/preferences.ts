import { useLayoutEffect, useSyncExternalStore } from 'react';

/** The first choice of each is the default. */
const preferences = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  menu: ['open', 'folded'],
  /** Shortcuts of one character; users of speech input must be able to turn them off. */
  singleKeys: ['on', 'off'],
} as const;

export type PreferenceName = keyof typeof preferences;

export type PreferenceOf<Name extends PreferenceName> = (typeof preferences)[Name][number];

/** Outlives the session: nothing about an operator. The boot script reads it too. */
const keyOf = (name: PreferenceName): string => `display:${name}`;

const CHANGED = 'console-preference';

function read<Name extends PreferenceName>(name: Name): PreferenceOf<Name> {
  const kept = localStorage.getItem(keyOf(name));
  const choices: readonly PreferenceOf<Name>[] = preferences[name];
  return choices.find((choice) => choice === kept) ?? preferences[name][0];
}

export function choosePreference<Name extends PreferenceName>(name: Name, choice: PreferenceOf<Name>): void {
  if (choice === preferences[name][0]) localStorage.removeItem(keyOf(name));
  else localStorage.setItem(keyOf(name), choice);
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void): () => void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

export function usePreference<Name extends PreferenceName>(name: Name): PreferenceOf<Name> {
  return useSyncExternalStore(subscribe, () => read(name));
}

/** tokens.css reads these attributes of `<html>`. */
export function useAppliedPreferences(): void {
  const theme = usePreference('theme');
  const density = usePreference('density');
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (theme === 'system') delete dataset['theme'];
    else dataset['theme'] = theme;
    dataset['density'] = density;
  }, [theme, density]);
}

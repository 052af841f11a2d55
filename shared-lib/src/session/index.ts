export {
  endSessionAtom,
  holdSessionAtom,
  replacePermissionsAtom,
  restoreSessionAtom,
  signInAtom,
  signOutAtom,
  type Credentials,
  type SignOutResult,
} from './actions.ts';
export { sessionEnvironmentAtom, type SessionEnvironment } from './environment.ts';
export { readServerTime as parseExpiry } from '../api/index.ts';
export {
  browserClock,
  createExpiryClock,
  type ClockPort,
  type ExpiryClock,
  type ExpiryClockOptions,
  type ExpiryTick,
} from './expiry-clock.ts';
export {
  browserTabs,
  watchOtherTabs,
  type OtherTabsHandlers,
  type OtherTabsPort,
  type StorageChange,
} from './other-tabs.ts';
export { isExpired, roleOf, SessionError, type Session, type SessionRefusal } from './session.ts';
export {
  sessionAtom,
  sessionEndAtom,
  sessionHeldAtom,
  usableSessionAtom,
  type SessionEnd,
  type SessionHold,
} from './state.ts';
export { clearConsoleStorage, CONSOLE_KEY_PREFIX, remoteDataPrefix, sessionKeys, type StoragePort } from './storage.ts';

// The session for the host. Remotes cannot import what changes it.
export {
  endSessionAtom,
  holdSessionAtom,
  noteClockOffsetAtom,
  replacePermissionsAtom,
  restoreSessionAtom,
  signInAtom,
  signOutAtom,
  takeLoginAtom,
  type Credentials,
  type SignOnCode,
  type SignOutResult,
  type SignOutWish,
  type GivenLogin,
} from './actions.ts';
export {
  sessionEnvironmentAtom,
  type SessionEnvironment,
  sessionAtom,
  sessionEndAtom,
  sessionHeldAtom,
  sessionNoticeAtom,
  usableSessionAtom,
  type SessionEnd,
  type SessionHold,
} from './state.ts';
export { browserClock } from '../async/browser-clock.ts';
export {
  type ClockPort,
  type MeasureOffset,
  browserTabs,
  watchExpiry,
  watchOtherTabs,
  type OtherTabsPort,
  type StorageChange,
} from './watch.ts';
export { SessionError } from './session.ts';
export { clearConsoleStorage, remoteDataPrefix, sessionKeys, type StoragePort } from './storage.ts';

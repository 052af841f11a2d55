export { roleOf, type Session } from './session.ts';

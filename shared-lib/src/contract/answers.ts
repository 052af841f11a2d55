/** The answer that ends a session on any call (S8); the server sends it with 401 (D2a). */
export const AUTHORIZATION_FAILED = 'Authorization Failed';

/** The specification's second form of {@link AUTHORIZATION_FAILED} (S8). */
export const AUTHORIZATION_FAILED_INVALID = 'Authorization Failed.Invalid';

/** The answer to an operator without the right, on the page, and with 403 from the server (N5, D2a). */
export const NOT_AUTHORISED = 'You are not authorised to use this feature.Contact Your Admin for support';

/** With 503: the `reason` of an answer that nothing was done, because the database was out of reach (D2a). */
export const UNAVAILABLE = 'unavailable';

/** Shown for a command that the server accepted without saying how it went (D1b). */
export const ACCEPTED_UNSTATED = 'Accepted; the server says no more.';

/** The session's mark of a completed login (S9, S10). */
export const LOGIN_VALIDATED = 'loginValidated';

/** The key of the client flag in login.php's body, and its value at `/superadmin/login` (D8). */
export const SUPERADMIN_CLIENT = 'SUPERADMIN';

/** Header of the session token or API key (W3). */
export const API_KEY_HEADER = 'X-API-Key';

/** Header that carries the transactionId of calls without a sealed body (D1). */
export const TRANSACTION_ID_HEADER = 'X-Transaction-Id';

/** Header of every reply: {@link SIMULATOR_GATEWAY} if phones are simulated. */
export const DEVICE_GATEWAY_HEADER = 'X-Device-Gateway';

/**
 * Header of every reply if the gateway has not all commands: those that it has, with commas between them. Its name is
 * then in {@link DEVICE_GATEWAY_HEADER}.
 */
export const DEVICE_COMMANDS_HEADER = 'X-Device-Commands';

/** The gateway that simulates phones. */
export const SIMULATOR_GATEWAY = 'simulator';

/**
 * Header with the seconds since the last input on the calling page (S11). Without it a call counts as made by a person
 * at that moment.
 */
export const LAST_INPUT_HEADER = 'X-Last-Input';

/** Header with the id of a request in the server's log. */
export const REQUEST_ID_HEADER = 'X-Request-Id';

/** True for both texts that say the session is over (S8). */
export function isAuthorizationFailure(message: string): boolean {
  return message === AUTHORIZATION_FAILED || message === AUTHORIZATION_FAILED_INVALID;
}

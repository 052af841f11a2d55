import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Readonly<Record<string, unknown>>;

/** Whether this browser supports passkeys on this page: they need https or localhost. */
export const hasPasskeys = (): boolean => window.isSecureContext && browserSupportsWebAuthn();

/** The server's challenge; the browser itself rejects what does not fit. */
const isCreation = (asked: object): asked is PublicKeyCredentialCreationOptionsJSON =>
  'challenge' in asked && 'rp' in asked && 'user' in asked;
const isRequest = (asked: object): asked is PublicKeyCredentialRequestOptionsJSON => 'challenge' in asked;

/** Makes a passkey as the server asks. Throws the browser's error if it was not made. */
export async function makePasskey(asked: Json): Promise<Record<string, unknown>> {
  if (!isCreation(asked)) throw new Error('The server asks for a passkey with nothing.');
  return { ...(await startRegistration({ optionsJSON: asked })) };
}

/** Uses a passkey as the server asks. Throws the browser's error if it was not used. */
export async function answerByPasskey(asked: Json): Promise<Record<string, unknown>> {
  if (!isRequest(asked)) throw new Error('The server asks for a passkey with nothing.');
  return { ...(await startAuthentication({ optionsJSON: asked })) };
}

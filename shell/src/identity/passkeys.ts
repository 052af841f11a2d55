import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Readonly<Record<string, unknown>>;

/** Why this page can make and use no passkey; null if it can. They need https or localhost. */
export function whyNoPasskeys(): 'no-https' | 'no-browser' | null {
  if (!window.isSecureContext) return 'no-https';
  return browserSupportsWebAuthn() ? null : 'no-browser';
}

/** The browser itself rejects other faults of the server's challenge. */
const isCreation = (asked: object): asked is PublicKeyCredentialCreationOptionsJSON =>
  'challenge' in asked && 'rp' in asked && 'user' in asked;
const isRequest = (asked: object): asked is PublicKeyCredentialRequestOptionsJSON => 'challenge' in asked;

/** Throws the browser's error if none was made. */
export async function makePasskey(asked: Json): Promise<Record<string, unknown>> {
  if (!isCreation(asked)) throw new Error('The server asks for a passkey with nothing.');
  return { ...(await startRegistration({ optionsJSON: asked })) };
}

/** Throws the browser's error if none was used. */
export async function answerByPasskey(asked: Json): Promise<Record<string, unknown>> {
  if (!isRequest(asked)) throw new Error('The server asks for a passkey with nothing.');
  return { ...(await startAuthentication({ optionsJSON: asked })) };
}

import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';
import { addressOf, audienceOf } from '@device-console/shared-lib/console';
import { Navigate, useLocation } from '@device-console/shared-lib/router';
import { sessionAtom, sessionEndAtom, usableSessionAtom, type SessionEnd } from '@device-console/shared-lib/session';

/** The address that a login leads back to (S10). */
interface WantedAddress {
  readonly wanted: string;
}

/** Ends that lead to the root route (S8). */
const toRoot: readonly (SessionEnd | null)[] = ['authorization-failed', 'storage-cleared'];

/**
 * Lets holders of a session pass; sends everybody else to the login of this part of the console, which leads back to
 * the wanted address (S10). A session that the server refused while its page was open leads to the root of the part
 * instead, and so to its login (S8); one whose page was kept for a login in place does not, because its batch is on
 * that page (D9a, D11).
 */
export function RequireSession({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useAtomValue(sessionAtom);
  const end = useAtomValue(sessionEndAtom);
  const isUsable = useAtomValue(usableSessionAtom) !== null;
  // What it was until it ended. An address that is opened later has not been refused, whatever the last session ended
  // of.
  const [wasUsable, setWasUsable] = useState(isUsable);
  if (session && wasUsable !== isUsable) setWasUsable(isUsable);
  const { pathname, search, hash } = useLocation();
  if (session) return children;
  const audience = audienceOf(pathname);
  const [root, here] = [addressOf(audience, ''), pathname + search + hash];
  if (wasUsable && toRoot.includes(end) && here !== root) return <Navigate to={root} replace />;
  const state: WantedAddress = { wanted: here };
  return <Navigate to={addressOf(audience, 'login')} replace state={state} />;
}

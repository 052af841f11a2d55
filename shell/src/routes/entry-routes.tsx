import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { audiences } from '@device-console/shared-lib/contract';
import { addressOf, audienceOf } from '@device-console/shared-lib/console';
import { ConsoleContext } from '@device-console/shared-lib/console/host';
import { Navigate, Route, Routes, useLocation } from '@device-console/shared-lib/router';
import {
  sessionAtom,
  sessionEndAtom,
  usableSessionAtom,
  type SessionEnd,
} from '@device-console/shared-lib/session/host';
import { FetchedPage } from '../common/fetched-page.tsx';
import { fetchTypeface } from '../common/typeface.ts';
import { whenIdle } from '../common/when-idle.ts';
import { homeCode } from '../dashboard/home-code.ts';
import { LoginScreen } from '../login/login-screen.tsx';
import { LogoutScreen } from '../login/logout-screen.tsx';
import { RouteAnnouncer } from '../navigation/route-announcer.tsx';
import type { ChosenRelease } from '../releases/release.ts';
import type { ConsoleRuntime } from './console-runtime.ts';
import { t } from '../t.ts';

/** Used until the remotes' offers are known. */
const nothingOffered = { deviceActions: [], devicePanels: [], homePanels: [] } as const;

/** The pages without a session: login, logout, passwords. All other code loads later. */
export function EntryRoutes({ runtime }: { readonly runtime: ConsoleRuntime }): ReactNode {
  const { config, api, batches, behindLogin, otherTabs, remotes } = runtime;
  const { deployed } = useSyncExternalStore(remotes.subscribe, remotes.getSnapshot);
  const hasSession = useAtomValue(sessionAtom) !== null;
  // After the login page is shown. Whoever waits for that code learns of its failure.
  useEffect(
    () => (hasSession ? undefined : whenIdle(() => void fetchAhead(behindLogin.load, remotes.begin))),
    [hasSession, behindLogin, remotes],
  );
  const addresses = useMemo(() => screenAddresses(deployed.releases), [deployed]);
  const services = useMemo(
    () => ({ config, api, loadBatches: batches.load, ...nothingOffered }),
    [config, api, batches],
  );
  return (
    <ConsoleContext value={services}>
      <Routes>
        {audiences.flatMap((audience) => [
          <Route
            key={`login ${audience}`}
            path={addressOf(audience, 'login')}
            element={<LoginScreen audience={audience} batches={batches} otherTabs={otherTabs} />}
          />,
          <Route
            key={`logout ${audience}`}
            path={addressOf(audience, 'logout')}
            element={<LogoutScreen audience={audience} batches={batches} otherTabs={otherTabs} />}
          />,
        ])}
        <Route path="/forgotPassword" element={forgotPassword} />
        <Route path="/resetPassword/:token" element={setPassword} />
        <Route path="/invitation/:token" element={setPassword} />
        <Route path="/signIn" element={signOn} />
        <Route
          path="*"
          element={
            <RequireSession>
              <BehindLogin runtime={runtime} />
            </RequireSession>
          }
        />
      </Routes>
      <RouteAnnouncer addresses={addresses} />
    </ConsoleContext>
  );
}

const loadPassword = () => import(/* webpackChunkName: "password" */ '../password/password-screens.tsx');

// The keys: where one chunk's page follows another's, nothing of the first is kept.
/** Requests a mail with a link for a new password (P1). */
const forgotPassword = (
  <FetchedPage key="password" title={t('Forgot Password')} load={loadPassword}>
    {({ ForgotPasswordScreen }) => <ForgotPasswordScreen />}
  </FetchedPage>
);

/** By a mailed link, of a reset or an invitation (P2, U5). */
const setPassword = (
  <FetchedPage key="password" title={t('Password')} load={loadPassword}>
    {({ SetPasswordScreen }) => <SetPasswordScreen />}
  </FetchedPage>
);

const loadSignOn = () => import(/* webpackChunkName: "sign-on" */ '../login/sign-on-screen.tsx');

/** Goes to the identity provider and returns from it (S21). */
const signOn = (
  <FetchedPage key="sign-on" title={t('Login')} load={loadSignOn}>
    {({ SignOnScreen }) => <SignOnScreen />}
  </FetchedPage>
);

/** Every address of the deployed remotes (N1 to N3). */
function screenAddresses(entries: readonly ChosenRelease[]): readonly string[] {
  return entries.flatMap(({ declaration }) =>
    declaration.screens.flatMap(({ audiences: ofScreen, path }) => ofScreen.map((one) => addressOf(one, path))),
  );
}

/** What the first page after login needs; it shows a failure and tries again. */
async function fetchAhead(loadBehindLogin: () => Promise<unknown>, beginRemotes: () => void): Promise<void> {
  void fetchTypeface();
  await loadBehindLogin().then(beginRemotes, () => undefined);
  await homeCode().catch(() => undefined);
}

function BehindLogin({ runtime }: { readonly runtime: ConsoleRuntime }): ReactNode {
  const { behindLogin } = runtime;
  const part = useSyncExternalStore(behindLogin.subscribe, behindLogin.current);
  if (part) return <part.ConsoleRoutes runtime={runtime} />;
  return (
    <FetchedPage title={t('Device Console')} load={behindLogin.load}>
      {() => null}
    </FetchedPage>
  );
}

/** Ends that lead to the root route (S8). */
const toRoot: readonly (SessionEnd | null)[] = ['authorization-failed', 'storage-cleared'];

/**
 * Lets operators with a session pass and sends everybody else to this part's login, which returns to the wanted address
 * (S10). If the server refused the session while its page was open, goes to the part's root instead, and so to its
 * login (S8). A page kept for a login in place stays, because its batch is on it (D9a, D11).
 */
function RequireSession({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useAtomValue(sessionAtom);
  const end = useAtomValue(sessionEndAtom);
  const isUsable = useAtomValue(usableSessionAtom) !== null;
  // Until the session ended. An address that is opened later was not refused, however the last session ended.
  const [wasUsable, setWasUsable] = useState(isUsable);
  if (session && wasUsable !== isUsable) setWasUsable(isUsable);
  const { pathname, search, hash } = useLocation();
  if (session) return children;
  const audience = audienceOf(pathname);
  const root = addressOf(audience, '');
  const here = pathname + search + hash;
  if (wasUsable && toRoot.includes(end) && here !== root) return <Navigate to={root} replace />;
  return <Navigate to={addressOf(audience, 'login')} replace state={{ wanted: here }} />;
}

import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState, type ReactNode } from 'react';
import { audiences, SUPERADMIN_CLIENT, textKinds, type Audience } from '@device-console/shared-lib/contract';
import { addressOf } from '@device-console/shared-lib/console';
import { Link, useLocation, useNavigate } from '@device-console/shared-lib/router';
import { type Session } from '@device-console/shared-lib/session';
import { endSessionAtom, sessionEndAtom, type SessionEnd } from '@device-console/shared-lib/session/host';
import { Button, buttonClass, Form, Notice, PasswordField, TextField } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import type { BatchHolder } from '../batches/use-batches.ts';
import type { OtherTabs } from '../batches/other-tabs.ts';
import { FetchedPage } from '../common/fetched-page.tsx';
import { isStorageBlocked } from '../common/is-storage-blocked.ts';
import { LeavingGuard } from './leaving-guard.tsx';
import { useSingleSignOn } from '../common/single-sign-on.ts';
import { useSignIn } from '../common/use-sign-in.ts';
import { t } from '../t.ts';

/** Fetched only when needed (S17). */
const loadStep = () => import(/* webpackChunkName: "login-step" */ '../identity/factor-step.tsx');

/** Rarely needed, so not a part of the login page's weight. */
const loadBlockedStorage = () => import(/* webpackChunkName: "blocked-storage" */ '../common/blocked-storage.tsx');

interface LoginScreenProps {
  readonly audience: Audience;
  readonly batches: BatchHolder;
  readonly otherTabs: OtherTabs;
}

/** Login and superadmin login (S1 to S3, S7, D8); asks first while a batch runs in any tab (D9a). */
export function LoginScreen({ audience, batches, otherTabs }: LoginScreenProps): ReactNode {
  return (
    <LeavingGuard batches={batches} otherTabs={otherTabs}>
      <LoginForm key={audience} audience={audience} />
    </LeavingGuard>
  );
}

function LoginForm({ audience }: Pick<LoginScreenProps, 'audience'>): ReactNode {
  const [given, setGiven] = useState({ email: '', password: '' });
  const { asked, failure, isSending, restart, signIn, wait } = useSignIn(given.email);
  const endSession = useSetAtom(endSessionAtom);
  const [end] = useState(useAtomValue(sessionEndAtom));
  const navigate = useNavigate();
  const target = useWantedAddress();
  const { name, only } = useSingleSignOn();
  const takesPassword = !only || audience === 'superadmin';

  // S2: a login screen ends any older session.
  useEffect(() => {
    endSession('login-screen');
  }, [endSession]);

  const enter = ({ userlevel }: Session): void => {
    const home = addressOf(userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard', '');
    void navigate(target ?? home, { replace: true });
  };
  const send = async (): Promise<void> => {
    const session = await signIn({ ...given, ...(audience === 'superadmin' ? { client: SUPERADMIN_CLIENT } : {}) });
    if (session) enter(session);
  };
  if (asked !== undefined)
    return (
      <FetchedPage title={t('Second step')} load={loadStep}>
        {({ LoginStep }) => <LoginStep asked={asked} email={given.email} onSignedIn={enter} onBack={restart} />}
      </FetchedPage>
    );

  return (
    <CentredPage
      brand="Device Console"
      title={audience === 'superadmin' ? t('Superadmin login') : t('Login')}
      footer={
        takesPassword ? (
          <Link to="/forgotPassword">{t('Forgot password')}</Link>
        ) : (
          <Link to="/superadmin/login">{t('Superadmin login')}</Link>
        )
      }
    >
      {isStorageBlocked() && <BlockedStorage />}
      {failure === null ? <WhyEnded end={end} /> : <Notice tone="danger" {...failure} />}
      {takesPassword && (
        <Form aria-label={t('Log in')} onSubmit={() => void send()}>
          <TextField
            label={t('Email or phone')}
            name="email"
            autoComplete="username"
            isRequired
            autoFocus
            maxLength={textKinds.email.most}
            value={given.email}
            onChange={(email) => setGiven({ ...given, email })}
          />
          <PasswordField
            label={t('Password')}
            name="password"
            isRequired
            value={given.password}
            onChange={(password) => setGiven({ ...given, password })}
          />
          {wait !== null && <p>{wait}</p>}
          <Button type="submit" variant="primary" isPending={isSending} isDisabled={wait !== null}>
            {t('Log In')}
          </Button>
        </Form>
      )}
      {name !== undefined && (
        <Link
          className={buttonClass({ variant: takesPassword ? 'secondary' : 'primary' })}
          to="/signIn"
          state={{ wanted: target, audience }}
        >
          {t('Log in with {name}', { name })}
        </Link>
      )}
    </CentredPage>
  );
}

function BlockedStorage(): ReactNode {
  return (
    <FetchedPage isPart title={t('Device Console')} load={loadBlockedStorage}>
      {({ BlockedStorageNotice }) => <BlockedStorageNotice />}
    </FetchedPage>
  );
}

/** Says nothing if the operator ended it in this browser (S4, S8, D9a). */
function WhyEnded({ end }: { readonly end: SessionEnd | null }): ReactNode {
  switch (end) {
    case 'expired':
    case 'not-restored':
      return <Notice tone="info">{t('Your session has expired. Please log in again.')}</Notice>;
    case 'other-tab':
      return <Notice tone="info">{t('You were logged out in another tab of this browser.')}</Notice>;
    case 'authorization-failed':
    case 'storage-cleared':
      return (
        <Notice tone="warning" title={t('The server has ended your session')}>
          {t(
            'Your last request was refused and nothing was done. A session ends when it is idle for too ' +
              'long, when you end it elsewhere, or when an admin ends it.',
          )}
        </Notice>
      );
    default:
      return null;
  }
}

/** Not stored as a wanted address: Home's prefix depends on who logs in (D9a). */
const homes: readonly string[] = audiences.map((audience) => addressOf(audience, ''));

/** The address that a guard redirected from (S10). */
function useWantedAddress(): string | null {
  const state: unknown = useLocation().state;
  const wanted = typeof state === 'object' && state !== null && 'wanted' in state ? state.wanted : null;
  return typeof wanted === 'string' && !homes.includes(wanted) ? wanted : null;
}

import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import * as v from 'valibot';
import { audiences, calls, SUPERADMIN_CLIENT, type Audience, jsonOrNull } from '@device-console/shared-lib/contract';
import { addressOf, failureNotice, useConsole, type FailureNotice } from '@device-console/shared-lib/console';
import { Link, Navigate, useLocation, useNavigate } from '@device-console/shared-lib/router';
import { sessionAtom } from '@device-console/shared-lib/session/host';
import { buttonClass, Notice, Spinner } from '@device-console/shared-lib/ui';
import { CentredPage } from '@device-console/shared-lib/ui/host';
import { isStorageBlocked } from '../common/is-storage-blocked.ts';
import { useSignIn } from '../common/use-sign-in.ts';
import { leaveFor, useSingleSignOn } from '../common/single-sign-on.ts';
import { sendSignOnProof } from '../common/sign-on-channel.ts';
import { t } from '../t.ts';

/** The target of a single sign-on (S21). */
const wantedSignOn = v.object({
  audience: v.picklist(audiences),
  /** Without it, Home. */
  wanted: v.optional(v.nullable(v.string())),
  /** For a login beside a waiting page: nobody else may log in (D9a). */
  onlyEmail: v.optional(v.string()),
});
type WantedSignOn = v.InferOutput<typeof wantedSignOn>;

/** Stored for the return of a single sign-on, in this tab only. */
const keptSignOn = v.object({ ...wantedSignOn.entries, handle: v.string() });
type KeptSignOn = v.InferOutput<typeof keptSignOn>;

const KEY = 'console:signOn';

function keepSignOn(kept: KeptSignOn): void {
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** Reads and removes it; null if this tab started none. */
function takeSignOn(): KeptSignOn | null {
  const kept = v.safeParse(keptSignOn, jsonOrNull(sessionStorage.getItem(KEY)));
  sessionStorage.removeItem(KEY);
  return kept.success ? kept.output : null;
}

/** An answer that this tab did not request is ignored: somebody else may have started it. */
const elsewhere: FailureNotice = {
  children: t('This login was begun in another tab or browser, or was used already. Please log in again.'),
  details: undefined,
};

/** What this tab keeps of a single sign-on would be gone on its return. */
const cannotReturn: FailureNotice = {
  children: t('This login needs site data, which the settings of this browser block. Allow it, then reload the page.'),
  details: undefined,
};

/**
 * Both ends of a single sign-on (S21). With a code in the fragment it finishes the one that this tab started. Without a
 * code it starts one, but only after a button was pressed: an address alone logs nobody in. After a logout at the
 * provider it goes to login (S28).
 */
export function SignOnScreen(): ReactNode {
  const { hash, search, state } = useLocation();
  // Read it once: the code is valid once.
  const [{ code, proof, again, from }] = useState(() => {
    const fields = new URLSearchParams(hash.slice(1));
    const from = audiences.find((audience) => audience === new URLSearchParams(search).get('state'));
    return { code: fields.get('code'), proof: fields.get('proof'), again: fields.get('again'), from };
  });
  const [kept] = useState(() => (code === null ? null : takeSignOn()));
  const [hadSession] = useState(useAtomValue(sessionAtom) !== null);
  // Passed by a button.
  const wanted = v.is(wantedSignOn, state) ? state : null;
  if (code !== null && kept) return <SignOnFinish code={code} kept={kept} />;
  if (code !== null) return <SignOnState audience="standard" failure={elsewhere} doing="" />;
  if (proof !== null) return <SignOnProven code={proof} />;
  if (wanted === null && again !== null) return <SignOnAgain email={again} />;
  // The login page asks before it ends a session.
  if (wanted === null || (hadSession && wanted.onlyEmail === undefined))
    return <Navigate to={addressOf(from ?? 'standard', 'login')} replace />;
  return <SignOnBegin to={wanted} />;
}

/** Runs in the new tab beside a page that waits for its operator (D9a). */
function SignOnAgain({ email }: { readonly email: string }): ReactNode {
  const { name = '' } = useSingleSignOn();
  const state: WantedSignOn = { audience: 'standard', wanted: null, onlyEmail: email };
  return (
    <CentredPage brand="Device Console" title={t('Log in again')}>
      <p>{t('Log in as {email}. The other tab stays as it is and continues then.', { email })}</p>
      <Link className={buttonClass({ variant: 'primary' })} to="/signIn" state={state}>
        {t('Log in with {name}', { name })}
      </Link>
    </CentredPage>
  );
}

/** Acts once, however often the component renders. */
function useOnce(act: () => void): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    isDone.current = true;
    act();
  });
}

function SignOnBegin({ to }: { readonly to: WantedSignOn }): ReactNode {
  const { api } = useConsole();
  const { name = '' } = useSingleSignOn();
  const [failure, setFailure] = useState<FailureNotice | null>(null);
  const begin = async (): Promise<void> => {
    if (isStorageBlocked()) return setFailure(cannotReturn);
    try {
      const { address, handle } = await api.call(calls.beginSignIn, {});
      keepSignOn({ ...to, handle });
      leaveFor(address);
    } catch (error) {
      setFailure(failureNotice(error));
    }
  };
  useOnce(() => void begin());
  return <SignOnState audience={to.audience} failure={failure} doing={t('Going to {name}', { name })} />;
}

function SignOnFinish({ code, kept }: { readonly code: string; readonly kept: KeptSignOn }): ReactNode {
  const { failure, signIn } = useSignIn();
  const navigate = useNavigate();
  const [isDone, setDone] = useState(false);
  const { audience, handle, onlyEmail, wanted } = kept;
  const finish = async (): Promise<void> => {
    const session = await signIn({
      code,
      handle,
      onlyEmail,
      ...(audience === 'superadmin' ? { client: SUPERADMIN_CLIENT } : {}),
    });
    if (!session) return;
    if (onlyEmail !== undefined) return setDone(true);
    const home = addressOf(session.userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard', '');
    void navigate(wanted ?? home, { replace: true });
  };
  useOnce(() => void finish());
  if (!isDone) return <SignOnState audience={audience} failure={failure} doing={t('Logging in')} />;
  return (
    <CentredPage brand="Device Console" title={t('Login')}>
      <Notice tone="success" title={t('You are logged in')}>
        {t('Go back to the tab with your work, which continues there. You can close this one.')}
      </Notice>
    </CentredPage>
  );
}

/** The window beside the page that asked for a proof of identity (S30). */
function SignOnProven({ code }: { readonly code: string }): ReactNode {
  useOnce(() => {
    sendSignOnProof(code);
    // Works if the browser allows it; otherwise the operator closes it.
    window.close();
  });
  return (
    <CentredPage brand="Device Console" title={t('Confirm that it is you')}>
      <Notice tone="info">
        {t('Go back to the tab with your work, which continues there. You can close this one.')}
      </Notice>
    </CentredPage>
  );
}

interface SignOnStateProps {
  readonly audience: Audience;
  readonly failure: FailureNotice | null;
  readonly doing: string;
}

function SignOnState({ audience, failure, doing }: SignOnStateProps): ReactNode {
  return (
    <CentredPage brand="Device Console" title={audience === 'superadmin' ? t('Superadmin login') : t('Login')}>
      {failure === null ? (
        <Spinner label={doing} />
      ) : (
        <>
          <Notice tone="danger" {...failure} />
          <Link className={buttonClass({ variant: 'primary' })} to={addressOf(audience, 'login')}>
            {t('Back to login')}
          </Link>
        </>
      )}
    </CentredPage>
  );
}

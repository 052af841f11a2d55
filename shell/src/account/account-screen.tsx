import { type ReactNode } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useAnswer, useConsole, useSession } from '@device-console/shared-lib/console';
import { useLocation } from '@device-console/shared-lib/router';
import { Button, Page } from '@device-console/shared-lib/ui';
import { accountPage } from '../navigation/screen-routes.ts';
import { asksForPassword } from '../identity/account-state.ts';
import { FactorsCard } from './factors-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { t } from '../t.ts';

/** One's own account (S12, S15, P3); while an admin's password is to be replaced, that alone (S27). */
export function AccountScreen(): ReactNode {
  const { api } = useConsole();
  const { email } = useSession();
  const { state, ask: refresh } = useAnswer(calls.ownSessions, {});
  const isAsked = asksForPassword(useLocation().state);
  const isGiven = state.last ? state.last.given_password === 'yes' : isAsked;
  // What grows while it is fetched stands below what has come.
  const hasSessions = state.last !== null || state.status === 'failed';
  return (
    <Page
      title={accountPage.title}
      lead={t('Logged in as {email}.', { email })}
      actions={
        <Button isPending={state.status === 'loading'} onPress={refresh}>
          {t('Refresh')}
        </Button>
      }
    >
      <PasswordCard isGiven={isGiven} onChanged={refresh} />
      {!isGiven && <SessionsCard state={state} onChanged={refresh} />}
      {!isGiven && hasSessions && api.offers(calls.ownFactors) && <FactorsCard onChanged={refresh} />}
    </Page>
  );
}

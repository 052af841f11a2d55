import { type ReactNode, useState } from 'react';
import { calls } from '@device-console/shared-lib/contract';
import { useConsole, useInvalidate, useSession, useAnswer } from '@device-console/shared-lib/console';
import { useLocation } from '@device-console/shared-lib/router';
import { Button, Page, Actions, Card, Form, Notice, PasswordField } from '@device-console/shared-lib/ui';
import { accountPage } from '../navigation/screen-routes.ts';
import { asksForPassword } from '../identity/identity-question.tsx';
import { FactorsCard } from './factors-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { t } from '../t.ts';
import { useNewPassword } from '../common/new-password.tsx';
import { useOwnChange } from './use-own-change.tsx';

interface PasswordCardProps {
  /** An admin chose the current password: it must be replaced first (S27). */
  readonly isGiven: boolean;
}

/** P3: empties the fields once done. */
function PasswordCard({ isGiven }: PasswordCardProps): ReactNode {
  const invalidate = useInvalidate();
  const [current, setCurrent] = useState('');
  const { password, fields, clear } = useNewPassword();
  const { isSending, send, notice } = useOwnChange();
  const change = async (): Promise<void> => {
    if (!(await send(calls.changePassword, { currentPassword: current, newPassword: password }))) return;
    setCurrent('');
    clear();
    // The other sessions have ended.
    invalidate(calls.ownSessions);
  };
  return (
    <Card
      title={t('Password')}
      description={
        isGiven
          ? undefined
          : t('Changing it ends your other sessions and revokes your API keys for good. You stay logged in here.')
      }
    >
      {isGiven && (
        <Notice tone="warning" title={t('Choose your own password')}>
          {t(
            'An admin chose the password that you have logged in with. Choose one that only you know; then ' +
              'everything else opens.',
          )}
        </Notice>
      )}
      {notice}
      <Form aria-label={t('Password')} onSubmit={() => void change()}>
        <PasswordField
          label={t('Current Password')}
          description={isGiven ? t('The one that you have just logged in with.') : undefined}
          autoComplete="current-password"
          isRequired
          value={current}
          onChange={setCurrent}
        />
        {fields}
        <Actions>
          <Button type="submit" variant="primary" isPending={isSending}>
            {t('Change password')}
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}

/**
 * The operator's own account (S12, S15, P3). Shows only the password form while an admin's password must be replaced.
 */
export function AccountScreen(): ReactNode {
  const { api } = useConsole();
  const { email } = useSession();
  const { state, ask: refresh } = useAnswer(calls.ownSessions, {});
  const isAsked = asksForPassword(useLocation().state);
  const isGiven = state.last ? state.last.given_password === 'yes' : isAsked;
  // Cards that grow while they load come last.
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
      <PasswordCard isGiven={isGiven} />
      {!isGiven && <SessionsCard state={state} />}
      {!isGiven && hasSessions && api.offers(calls.ownFactors) && <FactorsCard />}
    </Page>
  );
}

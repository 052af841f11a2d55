import { Fragment, useState, type ReactNode } from 'react';
import {
  commandByAction,
  commandList,
  type ContainmentAnswer,
  calls,
  type PutBack,
} from '@device-console/shared-lib/contract';
import { formatCount, formatTime, useAddresses, useConsole } from '@device-console/shared-lib/console';
import { todayRange } from '@device-console/shared-lib/ui/date-range';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Notice, Stack } from '@device-console/shared-lib/ui';
import { DefinitionList, type Definition } from '@device-console/shared-lib/ui/chart';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import type { ApiClient } from '@device-console/shared-lib/api';
import { fragmentOfQuery, queryForToday } from '../audit/audit-query.ts';
import { titleOfPath } from '../audit/call-texts.ts';
import { t } from '../t.ts';
import { type AskedChange, changeBy, useChange } from '../change/use-change.tsx';

interface PutBackButtonProps {
  readonly putBack: PutBack;
  /** The audit records it if the call has a field for it. */
  readonly reason: string;
}

interface PutBackChange {
  readonly label: string;
  /** Whose or what, for the button's name; the line above it shows it. */
  readonly of?: string;
  /** The former value, unless the label says it. */
  readonly before?: string;
  readonly change: AskedChange;
}

function changeBack(api: Pick<ApiClient, 'call'>, putBack: PutBack): PutBackChange {
  switch (putBack.call) {
    case 'updateUserStatus': {
      const { email, status } = putBack;
      const isActive = status === 'ACTIVE';
      const label = isActive ? t('Enable again') : t('Disable again');
      const done = isActive ? t('{email} is enabled.', { email }) : t('{email} is disabled.', { email });
      return { label, of: email, change: changeBy(api, calls.updateUserStatus, { email, status }, email, done) };
    }
    case 'changeRole': {
      const { email, role } = putBack;
      const done = t('{account} has the role {role} again.', { account: email, role });
      const label = t('Give the role {role} again', { role });
      return { label, of: email, change: changeBy(api, calls.changeRole, { email, role }, email, done) };
    }
    case 'updateUser': {
      const { id, email, phone, permissions, names } = putBack;
      const done = t('{account} has the former permissions again.', { account: email });
      return {
        label: t('Give the former permissions again'),
        of: email,
        before: names === '' ? t('Before: no permission') : t('Before: {names}', { names }),
        change: changeBy(api, calls.updateUser, { id, email, phone, permissions }, email, done),
      };
    }
    case 'updateKeyStatus': {
      const { keyId, name, status } = putBack;
      const isActive = status === 'active';
      const label = isActive ? t('Activate again') : t('Deactivate again');
      const done = isActive ? t('The key “{name}” is active.', { name }) : t('The key “{name}” is inactive.', { name });
      return { label, of: name, change: changeBy(api, calls.updateKeyStatus, { keyId, status }, keyId, done) };
    }
    case 'operationsDispatch': {
      const { dispatch } = putBack;
      return {
        label: dispatch === 'running' ? t('Resume dispatch') : t('Pause dispatch'),
        change: {
          name: `${calls.operationsDispatch.path} ${dispatch}`,
          subject: 'dispatch',
          run: async (transactionId, reason) => {
            await api.call(calls.operationsDispatch, { dispatch, reason }, { transactionId });
            return dispatch === 'running' ? t('Dispatch is running.') : t('Dispatch is paused.');
          },
        },
      };
    }
  }
}

/** Reverts one change (S35). */
function PutBackButton({ putBack, reason }: PutBackButtonProps): ReactNode {
  const { api } = useConsole();
  const [done, setDone] = useState<string | null>(null);
  const { label, of, before, change } = changeBack(api, putBack);
  const { name, subject, run } = change;
  const { state, send } = useChange({
    name,
    subjectOf: () => subject,
    run: (given: string, transactionId) => run(transactionId, given),
    done: setDone,
  });
  if (done !== null) return <Notice tone="success">{done}</Notice>;
  return (
    <>
      {state.status === 'failed' && <Notice tone="danger">{state.failure.text}</Notice>}
      {before !== undefined && <p>{before}</p>}
      <Button
        size="small"
        aria-label={of === undefined ? label : `${label}: ${of}`}
        isPending={state.status === 'sending'}
        onPress={() => send(reason)}
      >
        {label}
      </Button>
    </>
  );
}

const numbers = {
  sessions: t('Sessions ended'),
  keys: t('API keys revoked'),
  factors: t('Second factors removed'),
  codes: t('Recovery codes removed'),
  signOns: t('Links to the identity provider removed'),
  logins: t('Half-open logins ended'),
  links: t('Mailed links closed'),
  cancelled: t('Commands cancelled'),
  batches: t('Batches held'),
  requests: t('Requests refused'),
  withdrawn: t('Approvals withdrawn'),
} as const;

interface ContainmentSummaryProps {
  readonly email: string;
  readonly answer: ContainmentAnswer;
  readonly onClose: () => void;
}

function takenOf(answer: ContainmentAnswer): readonly Definition[] {
  return Object.entries(numbers).flatMap(([name, term]) => {
    const count = answer[name as keyof typeof numbers];
    return count > 0 ? [{ term, value: formatCount(count) }] : [];
  });
}

/** What phones may have received, by command title, with the command that undoes it. */
function sentOf({ sent }: ContainmentAnswer): readonly Definition[] {
  return sent.map(({ action, count }) => {
    const { command } = commandByAction(action) ?? {};
    const inverse = commandList.find(({ id }) => id === command?.inverse);
    const number = formatCount(count);
    const value = inverse
      ? t('{count}, undone by {title}', { count: number, title: t.known(inverse.title) })
      : t('{count}, cannot be undone by a command', { count: number });
    return { term: command ? t.known(command.title) : action, value, tone: inverse ? 'warning' : 'danger' };
  });
}

function changeOf(email: string, { call, count, named }: ContainmentAnswer['changes'][number]): Definition {
  const value = (
    <>
      {formatCount(count)}
      {named.map(({ account, what, at, putBack }, index) => (
        <Fragment key={index}>
          <p>{[account, what, formatTime(at)].filter((text) => text !== '').join(', ')}</p>
          {putBack && <PutBackButton putBack={putBack} reason={t('Put back after {email} was contained', { email })} />}
        </Fragment>
      ))}
    </>
  );
  return { term: titleOfPath(call), value };
}

function useAudit(email: string, since: string): string {
  const { to } = useAddresses();
  const [now] = useState(() => Date.now());
  const { start } = todayRange(since === '' ? now : Date.parse(since));
  return to('operatorAudit') + fragmentOfQuery({ ...queryForToday(now), start, account: email }, now);
}

/** What containing an account did, and what the account had done (S34, S35). */
export function ContainmentSummary({ email, answer, onClose }: ContainmentSummaryProps): ReactNode {
  const audit = useAudit(email, answer.since);
  const taken = takenOf(answer);
  const count = answer.sent.reduce((sum, row) => sum + row.count, 0);
  const since = formatTime(answer.since);
  return (
    <Dialog
      title={t('{email} is contained', { email })}
      isOpen
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Link className={buttonClass()} to={audit}>
            {t('Open its actions in Operator Audit')}
          </Link>
          <Button variant="primary" autoFocus onPress={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <Stack>
        <Part title={t('What was done')} items={taken} />
        {taken.length === 0 && <p>{t('There was nothing left to revoke.')}</p>}
        {count === 0 && <p>{t('No phone has received a command since {since}.', { since })}</p>}
        {count > 0 && (
          <Notice tone="warning" announce="off">
            {t('Phones may have received {count} commands since {since}. None of them is undone.', {
              count: formatCount(count),
              since,
            })}
          </Notice>
        )}
        <Part title={t('What phones may have received')} items={count === 0 ? [] : sentOf(answer)} />
        <Part title={t('What the account changed')} items={answer.changes.map((change) => changeOf(email, change))} />
        <Part
          title={t('Accounts that it made')}
          items={answer.accounts.map(({ email: made, contained }) => ({
            term: made,
            ...(contained === 'yes'
              ? { value: t('Contained with it') }
              : { value: t('Not contained'), tone: 'warning' as const }),
          }))}
        />
        <p>
          {t(
            'Speak with the owner, not by a mail to this address alone. To let the owner in again, press Enable in ' +
              'this list: a mail brings a link to choose a new password.',
          )}
        </p>
      </Stack>
    </Dialog>
  );
}

function Part({ title, items }: { readonly title: string; readonly items: readonly Definition[] }): ReactNode {
  if (items.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <DefinitionList items={items} isWide />
    </section>
  );
}

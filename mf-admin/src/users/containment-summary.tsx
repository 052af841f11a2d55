import { Fragment, useState, type ReactNode } from 'react';
import { commandByAction, commandList, type ContainmentAnswer } from '@device-console/shared-lib/contract';
import { formatCount, formatTime, todayRange, useAddresses } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, DefinitionList, Notice, Stack, type Definition } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { fragmentOfQuery, queryForToday } from '../audit/audit-query.ts';
import { titleOfPath } from '../audit/call-texts.ts';
import { messages } from '../messages.ts';
import { t } from '../t.ts';
import { containmentMessages as texts } from './containment-messages.ts';
import { PutBackButton } from './put-back-button.tsx';

interface ContainmentSummaryProps {
  readonly email: string;
  readonly answer: ContainmentAnswer;
  readonly onClose: () => void;
}

const names = Object.keys(texts.numbers) as (keyof typeof texts.numbers)[];

function takenOf(answer: ContainmentAnswer): readonly Definition[] {
  return names
    .filter((name) => answer[name] > 0)
    .map((name) => ({ term: texts.numbers[name], value: formatCount(answer[name]) }));
}

/** What phones may have got, by the command's title, with the command that undoes it. */
function sentOf({ sent }: ContainmentAnswer): readonly Definition[] {
  return sent.map(({ action, count }) => {
    const { command } = commandByAction(action) ?? {};
    const inverse = commandList.find(({ id }) => id === command?.inverse);
    const number = formatCount(count);
    const value = inverse ? texts.undoneBy(number, t.known(inverse.title)) : texts.notUndone(number);
    return { term: command ? t.known(command.title) : action, value, tone: inverse ? 'warning' : 'danger' };
  });
}

/** How often the account changed something, and each time whose and what. */
function changeOf(email: string, { call, count, named }: ContainmentAnswer['changes'][number]): Definition {
  const value = (
    <>
      {formatCount(count)}
      {named.map(({ account, what, at, putBack }, index) => (
        <Fragment key={index}>
          <p>{[account, what, formatTime(at)].filter((text) => text !== '').join(', ')}</p>
          {putBack && <PutBackButton putBack={putBack} reason={texts.putBackReason(email)} />}
        </Fragment>
      ))}
    </>
  );
  return { term: titleOfPath(call), value };
}

/** The address of what the account did since. */
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
  return (
    <Dialog
      title={texts.doneTitle(email)}
      isOpen
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Link className={buttonClass()} to={audit}>
            {texts.audit}
          </Link>
          <Button variant="primary" autoFocus onPress={onClose}>
            {messages.close}
          </Button>
        </>
      }
    >
      <Stack>
        <Part title={texts.taken} items={taken} />
        {taken.length === 0 && <p>{texts.nothingTaken}</p>}
        <Sent answer={answer} />
        <Part title={texts.changes} items={answer.changes.map((change) => changeOf(email, change))} />
        <Part
          title={texts.accounts}
          items={answer.accounts.map(({ email: made, contained }) => ({
            term: made,
            ...(contained === 'yes'
              ? { value: texts.contained }
              : { value: texts.notContained, tone: 'warning' as const }),
          }))}
        />
        <p>{texts.next}</p>
      </Stack>
    </Dialog>
  );
}

function Sent({ answer }: { readonly answer: ContainmentAnswer }): ReactNode {
  const count = answer.sent.reduce((sum, row) => sum + row.count, 0);
  const since = formatTime(answer.since);
  if (count === 0) return <p>{texts.noneSent(since)}</p>;
  return (
    <>
      <Notice tone="warning" announce="off">
        {texts.sent(formatCount(count), since)}
      </Notice>
      <Part title={texts.sentKinds} items={sentOf(answer)} />
    </>
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

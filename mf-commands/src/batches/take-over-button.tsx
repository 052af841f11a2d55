import { useState, type ReactNode } from 'react';
import type { TakeOver } from '@device-console/shared-lib/batch';
import type { BatchRunRow, Command } from '@device-console/shared-lib/contract';
import { failureNotice, useAddresses, useConsole, useSession } from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { buttonClass, Notice } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { settledState } from '../batch/undo.ts';
import { t } from '../t.ts';

const whyNot = {
  occupied: (command: string) =>
    t('This browser has an unfinished batch of {command}. Finish it or leave it first.', { command }),
  busy: (command: string) => t('A batch of {command} is being worked on here or in another tab.', { command }),
} as const;

type Taking =
  | { readonly status: 'none' | 'taking' | Exclude<TakeOver, 'taken'> }
  | { readonly status: 'failed'; readonly error: unknown };

interface TakeOverButtonProps {
  readonly run: BatchRunRow;
  readonly command: Command;
}

/** Takes an unfinished batch over from wherever it is, after a question, and goes on with it here (D17b). */
export function TakeOverButton({ run, command }: TakeOverButtonProps): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { to } = useAddresses();
  const navigate = useNavigate();
  const [taking, setTaking] = useState<Taking>({ status: 'none' });
  const { batchId, action, holder, place } = run;
  const title = t.known(command.title);

  const take = async (): Promise<void> => {
    setTaking({ status: 'taking' });
    try {
      const runner = (await loadBatches()).runnerFor(email, command);
      await settledState(runner);
      const status = await runner.takeOver({ batchId, action });
      if (status === 'taken') void navigate(to(command.screen));
      else setTaking({ status });
    } catch (error) {
      setTaking({ status: 'failed', error });
    }
  };
  return (
    <>
      <ConfirmButton
        label={t('Take over…')}
        variant="primary"
        title={t('Take over {file}?', { file: run.oldfile || run.file })}
        message={
          run.state === 'running'
            ? t('{holder} is sending it now in {place}. It stops there, and goes on here where it is.', {
                holder,
                place,
              })
            : t('{holder} had it in {place}, which was not heard of lately. It cannot go on there any more.', {
                holder: holder || run.user,
                place,
              })
        }
        confirmLabel={t('Take over')}
        isDisabled={taking.status === 'taking'}
        onConfirm={() => void take()}
      >
        {t('Nothing is sent twice, and the file is not needed. The audit says that you took it over.')}
      </ConfirmButton>
      {(taking.status === 'occupied' || taking.status === 'busy') && (
        <Notice
          tone="warning"
          title={t('The batch could not be taken over')}
          actions={
            <Link className={buttonClass({})} to={to(command.screen)}>
              {t('Open {command}', { command: title })}
            </Link>
          }
        >
          {whyNot[taking.status](title)}
        </Notice>
      )}
      {taking.status === 'failed' && (
        <Notice tone="danger" title={t('The batch could not be taken over')} {...failureNotice(taking.error)} />
      )}
    </>
  );
}

import { useState, type ReactNode } from 'react';
import type { TakeOver } from '@device-console/shared-lib/batch';
import type { BatchRunRow, Command } from '@device-console/shared-lib/contract';
import { failureNotice, useAddresses, useConsole, useSession } from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { buttonClass, Notice } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { settledState } from '../batch/undo.ts';
import { batchPageMessages as texts } from './batch-page-messages.ts';
import { t } from '../t.ts';

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
        label={texts.takeOver}
        variant="primary"
        title={texts.takeOverTitle(run.oldfile || run.file)}
        message={
          run.state === 'running'
            ? texts.takeOverRunning(holder, place)
            : texts.takeOverSilent(holder || run.user, place)
        }
        confirmLabel={texts.takeOverConfirm}
        isDisabled={taking.status === 'taking'}
        onConfirm={() => void take()}
      >
        {texts.takeOverHelp}
      </ConfirmButton>
      {(taking.status === 'occupied' || taking.status === 'busy') && (
        <Notice
          tone="warning"
          title={texts.takeOverFailed}
          actions={
            <Link className={buttonClass({})} to={to(command.screen)}>
              {texts.open(title)}
            </Link>
          }
        >
          {texts[taking.status](title)}
        </Notice>
      )}
      {taking.status === 'failed' && (
        <Notice tone="danger" title={texts.takeOverFailed} {...failureNotice(taking.error)} />
      )}
    </>
  );
}

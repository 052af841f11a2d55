import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import {
  formatCount,
  useAddresses,
  useConsole,
  useQuery,
  useSession,
  QueryNotice,
} from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, Card, Notice } from '@device-console/shared-lib/ui';
import type { BatchSubject } from './batch-subject.ts';
import { foundImeis, offerList, undoCommandOf, undoFileName } from './undo.ts';
import { t } from '../t.ts';

/** After a batch: runs its inverse, for the found devices only, on the inverse command's screen (N5, D14). */
export function UndoCard({ subject: { command, runner } }: { readonly subject: BatchSubject }): ReactNode {
  const state = useSyncExternalStore(runner.subscribe, runner.getSnapshot);
  const { audience } = useAddresses();
  const undo = undoCommandOf(command, useSession(), audience);
  if (state.status !== 'finished' || !undo || state.batch.summary.found === 0) return null;
  return <UndoOffer key={state.batch.batchId} undo={undo} batch={state.batch} />;
}

function UndoOffer({ undo, batch }: { readonly undo: Command; readonly batch: BatchView }): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { to } = useAddresses();
  const navigate = useNavigate();
  const { found, unconfirmed } = batch.summary;
  const screen = to(undo.screen);
  const { state, ask: prepare } = useQuery(
    useCallback(async () => {
      const runner = (await loadBatches()).runnerFor(email, undo);
      const status = await offerList(runner, undoFileName(batch.fileName), () => foundImeis(batch.results));
      if (status === 'offered') void navigate(screen);
      return status;
    }, [loadBatches, email, undo, batch, navigate, screen]),
  );
  const isOccupied = state.status === 'ready' && state.last === 'occupied';
  return (
    <Card
      title={t('Undo')}
      description={t(
        '{title} can be sent to the {count, plural, one {{count} device that was} other {{count} devices that ' +
          'were}} found. It opens as a batch of its own, and nothing is sent before you start it.',
        { title: t.known(undo.title), count: formatCount(found) },
      )}
    >
      {unconfirmed > 0 && (
        <Notice tone="info">
          {t(
            '{count, plural, one {The {count} unconfirmed device is left out: it is not known whether it} other ' +
              '{The {count} unconfirmed devices are left out: it is not known whether they}} got the command.',
            { count: formatCount(unconfirmed) },
          )}
        </Notice>
      )}
      {isOccupied && (
        <Notice tone="warning">
          {t(
            'The screen of {title} still shows another batch or file. Finish or leave it there, then come back and ' +
              'press this again.',
            { title: t.known(undo.title) },
          )}
        </Notice>
      )}
      <QueryNotice state={state} title={t('Batches are not available')} />
      <Actions>
        <Button isPending={state.status === 'loading'} onPress={() => prepare(null)}>
          {t('Prepare {title}', { title: t.known(undo.title) })}
        </Button>
        {isOccupied && (
          <Link className={buttonClass({ variant: 'quiet' })} to={screen}>
            {t('Open {title}', { title: t.known(undo.title) })}
          </Link>
        )}
      </Actions>
    </Card>
  );
}

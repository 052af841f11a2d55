import type { ReactNode } from 'react';
import { useCode } from '@device-console/shared-lib/console';
import { Button, Notice } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

interface FetchedDialogProps<Module> {
  /** Must be the same function at every render. */
  readonly load: () => Promise<Module>;
  /** Title if the code cannot be fetched. */
  readonly title: string;
  readonly failure: string;
  readonly leaveLabel: string;
  readonly onLeave: () => void;
  readonly children: (module: Module) => ReactNode;
}

/** A dialog whose code is loaded when it opens. */
export function FetchedDialog<Module>(props: FetchedDialogProps<Module>): ReactNode {
  const { load, title, failure, leaveLabel, onLeave, children } = props;
  const { state, retry } = useCode(load);
  if (state.status === 'ready') return children(state.last);
  if (state.status !== 'failed') return null;
  const actions = (
    <>
      <Button size="small" onPress={retry}>
        {t('Retry')}
      </Button>
      <Button size="small" onPress={onLeave}>
        {leaveLabel}
      </Button>
    </>
  );
  return (
    <Notice tone="danger" title={title} actions={actions}>
      {failure}
    </Notice>
  );
}

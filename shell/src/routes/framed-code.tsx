import { useSyncExternalStore, type ReactNode } from 'react';
import { Button, CentredPage, FailureState, Spinner } from '@device-console/shared-lib/ui';
import type { CodeHolder } from '../common/code-holder.ts';
import type { Framed } from './console-runtime.ts';
import { routesMessages } from './routes-messages.ts';

interface FramedCodeProps {
  readonly framed: CodeHolder<Framed>;
  readonly children: (code: Framed) => ReactNode;
}

/** Draws with the frame's code once it is there. */
export function FramedCode({ framed, children }: FramedCodeProps): ReactNode {
  const state = useSyncExternalStore(framed.subscribe, framed.getSnapshot);
  if (state.status === 'ready') return children(state.code);
  if (state.status === 'loading') return <Spinner placement="page" label={routesMessages.starting} />;
  return (
    <CentredPage title={routesMessages.product}>
      <FailureState
        title={routesMessages.frameFailed}
        details={[{ term: routesMessages.reason, value: state.message }]}
        actions={<Button onPress={framed.begin}>{routesMessages.retry}</Button>}
      >
        {routesMessages.frameAdvice}
      </FailureState>
    </CentredPage>
  );
}

import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Button, FailureState, Spinner } from '@device-console/shared-lib/ui';
import type { PlatformScreenProps } from './platform-screen.tsx';

type Phase =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Screen: ComponentType<PlatformScreenProps> }
  | { readonly status: 'failed'; readonly message: string };

/** The platform page in its place. Its code is fetched when a superadmin opens it, and by nobody else. */
export function PlatformPage({ runtime }: PlatformScreenProps): ReactNode {
  const [phase, setPhase] = useState<Phase>({ status: 'loading' });
  useEffect(() => {
    if (phase.status !== 'loading') return;
    import('./platform-screen.tsx').then(
      ({ PlatformScreen: Screen }) => setPhase({ status: 'ready', Screen }),
      (error: unknown) => setPhase({ status: 'failed', message: String(error) }),
    );
  }, [phase]);
  if (phase.status === 'loading') return <Spinner placement="page" label="Loading Platform" />;
  if (phase.status === 'ready') return <phase.Screen runtime={runtime} />;
  return (
    <FailureState title="Platform cannot be shown" details={[{ term: 'Reason', value: phase.message }]} actions={<Button onPress={() => setPhase({ status: 'loading' })}>Retry</Button>}>
      Retry; reload the page if it stays like this.
    </FailureState>
  );
}

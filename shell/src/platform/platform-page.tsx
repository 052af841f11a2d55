import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Button, FailureState, Spinner } from '@device-console/shared-lib/ui';
import type { RegistryState } from '../remotes/registry-store.ts';
import type { Remotes } from '../runtime/create-remotes.ts';
import type { PlatformScreenProps } from './platform-screen.tsx';

type Phase =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly Screen: ComponentType<PlatformScreenProps> }
  | { readonly status: 'failed'; readonly message: string };

interface PlatformPageProps extends Pick<PlatformScreenProps, 'fetchDocument'> {
  /** null until their code is there. */
  readonly parts: Remotes | null;
  readonly registry: RegistryState;
}

/** The platform page in its place. Its code is fetched when a superadmin opens it, and by nobody else. */
export function PlatformPage({ parts, registry, fetchDocument }: PlatformPageProps): ReactNode {
  const [phase, setPhase] = useState<Phase>({ status: 'loading' });
  useEffect(() => {
    if (phase.status !== 'loading') return;
    import('./platform-screen.tsx').then(
      ({ PlatformScreen: Screen }) => setPhase({ status: 'ready', Screen }),
      (error: unknown) => setPhase({ status: 'failed', message: String(error) }),
    );
  }, [phase]);
  if (phase.status === 'ready' && parts) return <phase.Screen remotes={parts} fetchDocument={fetchDocument} />;
  // Without the code that deals with remotes there is nothing to tell; its failure stands where the registry's does.
  const reason = phase.status === 'failed' ? phase.message : parts === null && registry.status === 'failed' ? registry.message : null;
  if (reason === null) return <Spinner placement="page" label="Loading Platform" />;
  return (
    <FailureState title="Platform cannot be shown" details={[{ term: 'Reason', value: reason }]} actions={<Button onPress={() => setPhase({ status: 'loading' })}>Retry</Button>}>
      Retry; reload the page if it stays like this.
    </FailureState>
  );
}

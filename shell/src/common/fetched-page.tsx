import { useEffect, useState, type ReactNode } from 'react';
import { Button, FailureState, Spinner } from '@device-console/shared-lib/ui';

type Phase<Module> =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly module: Module }
  | { readonly status: 'failed'; readonly message: string };

interface FetchedPageProps<Module> {
  readonly title: string;
  /** Fetches the page's code; the same function at every render. */
  readonly load: () => Promise<Module>;
  /** Draws the page once its code is there. */
  readonly children: (module: Module) => ReactNode;
}

/** A page of the host whose code is a file of its own: it is fetched when the page is opened, and by nobody else. */
export function FetchedPage<Module>({ title, load, children }: FetchedPageProps<Module>): ReactNode {
  const [phase, setPhase] = useState<Phase<Module>>({ status: 'loading' });
  useEffect(() => {
    if (phase.status !== 'loading') return;
    load().then(
      (module) => setPhase({ status: 'ready', module }),
      (error: unknown) => setPhase({ status: 'failed', message: String(error) }),
    );
  }, [phase, load]);
  if (phase.status === 'ready') return children(phase.module);
  if (phase.status === 'loading') return <Spinner placement="page" label={`Loading ${title}`} />;
  return (
    <FailureState
      title={`${title} cannot be shown`}
      details={[{ term: 'Reason', value: phase.message }]}
      actions={<Button onPress={() => setPhase({ status: 'loading' })}>Retry</Button>}
    >
      Retry; reload the page if it stays like this.
    </FailureState>
  );
}

import { ToastRegion, type Toast } from '@device-console/shared-lib/ui/toast';
import { Held } from '../held.tsx';
import type { Part, PartGroup } from '../part.ts';

const examples: readonly Toast[] = [
  { id: 'success', tone: 'success', title: 'Lock Device is done', text: '968 found, 32 not found' },
  { id: 'warning', tone: 'warning', title: 'Release Device is paused', text: 'There is no connection to the server.' },
  { id: 'danger', tone: 'danger', title: 'Set Wallpaper has failed', action: <a href="#Toasts">Open Set Wallpaper</a> },
];

const toastRegion: Part = {
  name: 'ToastRegion',
  from: 'ui/toast',
  use: 'What happened elsewhere, in a corner of the window. Good news goes by itself. The host has it.',
  examples: [
    {
      caption: 'label, toasts (id, tone, title, text, action), onDismiss',
      size: 'window',
      shown: (
        <Held initial={examples}>
          {(toasts, change) => (
            <ToastRegion
              label="News of the example"
              toasts={toasts}
              onDismiss={(id) => change(toasts.filter((toast) => toast.id !== id))}
            />
          )}
        </Held>
      ),
    },
  ],
};

/** What tells of something that happened elsewhere. */
export const toasts: PartGroup = { title: 'Toasts', parts: [toastRegion] };

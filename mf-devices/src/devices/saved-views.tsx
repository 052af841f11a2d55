import { type ReactNode, useState } from 'react';
import { type KeepOutcome, type StorageSchema, useRemoteStorage } from '@device-console/shared-lib/console';
import { useNavigate } from '@device-console/shared-lib/router';
import { Button, Form, Notice, TextField } from '@device-console/shared-lib/ui';
import { Dialog } from '@device-console/shared-lib/ui/dialog';
import { MenuButton } from '@device-console/shared-lib/ui/menu';
import { t } from '../t.ts';

const NAME_LENGTH = 40;
const MOST_VIEWS = 30;

/** A filter's fragment, by the operator's own name for it. */
interface SavedView {
  readonly name: string;
  readonly hash: string;
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('hash' in value)) return false;
  return typeof value.name === 'string' && typeof value.hash === 'string' && value.name !== '';
}

const savedViews: StorageSchema<readonly SavedView[]> = {
  '~standard': {
    validate: (value) => (Array.isArray(value) && value.every(isView) ? { value } : { issues: [{ message: '' }] }),
  },
};

/** Filters that the operator keeps in this browser by name. The address of each can be bookmarked too. */
export function SavedViews({ hash }: { readonly hash: string }): ReactNode {
  const navigate = useNavigate();
  const { value, keep } = useRemoteStorage('deviceViews', savedViews);
  const [isSaving, setSaving] = useState(false);
  const views = value ?? [];
  const current = views.find((view) => view.hash === hash);
  const choices = [
    ...views.map(({ name }, index) => ({ id: `view ${index}`, label: name })),
    ...(hash !== '' && !current ? [{ id: 'save', label: t('Save this view…') }] : []),
    ...(current ? [{ id: 'remove', label: t('Remove “{name}”', { name: current.name }) }] : []),
  ];
  if (choices.length === 0) return null;
  const choose = (id: string): void => {
    if (id === 'save') setSaving(true);
    else if (id === 'remove') keep(views.filter((view) => view !== current));
    else {
      const view = views[Number(id.slice('view '.length))];
      if (view) void navigate({ hash: view.hash });
    }
  };
  return (
    <>
      <MenuButton label={current?.name ?? t('Views')} choices={choices} onChoose={choose} />
      {isSaving && (
        <SaveView
          onSave={(name) => keep([...views.filter((view) => view.name !== name), { name, hash }].slice(-MOST_VIEWS))}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
}

interface SaveViewProps {
  readonly onSave: (name: string) => KeepOutcome;
  readonly onClose: () => void;
}

function SaveView({ onSave, onClose }: SaveViewProps): ReactNode {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState('');
  const save = (): void => {
    const outcome = onSave(name.trim());
    if (outcome.status === 'kept') onClose();
    else setProblem(outcome.message);
  };
  return (
    <Dialog
      title={t('Save this view')}
      isOpen
      isDismissable
      onClose={onClose}
      actions={
        <Button type="submit" form="save-view" variant="primary" isDisabled={name.trim() === ''}>
          {t('Save')}
        </Button>
      }
    >
      <Form id="save-view" onSubmit={save}>
        <TextField
          label={t('Name')}
          description={t('It is kept in this browser until you log out.')}
          value={name}
          onChange={setName}
          maxLength={NAME_LENGTH}
          isRequired
          autoFocus
        />
        {problem !== '' && <Notice tone="danger">{problem}</Notice>}
      </Form>
    </Dialog>
  );
}

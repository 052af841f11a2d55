import { useRemoteStorage, type StorageSchema } from '@device-console/shared-lib/console';

const isOn: StorageSchema<boolean> = {
  '~standard': {
    validate: (value) => (typeof value === 'boolean' ? { value } : { issues: ['neither on nor off'] }),
  },
};

/** Whether shortcuts of one character work for this operator: speech input must be able to do without them. */
export function useSingleKeys(): { readonly areOn: boolean; readonly set: (areOn: boolean) => void } {
  const { value, keep } = useRemoteStorage('singleKeys', isOn);
  return { areOn: value ?? true, set: (areOn) => void keep(areOn) };
}

import type { PartGroup } from '../part.ts';
import { actions } from './actions.tsx';
import { charts } from './charts.tsx';
import { data } from './data.tsx';
import { dialogs } from './dialogs.tsx';
import { feedback } from './feedback.tsx';
import { fields } from './fields.tsx';
import { functions } from './functions.tsx';
import { layout } from './layout.tsx';
import { navigation, pages } from './navigation.tsx';
import { toasts } from './toasts.tsx';

/** Every part of `ui` and its subpaths, by what it is for. A test compares it with what they export. */
export const partGroups: readonly PartGroup[] = [
  actions,
  fields,
  feedback,
  toasts,
  data,
  charts,
  layout,
  navigation,
  pages,
  dialogs,
  functions,
];

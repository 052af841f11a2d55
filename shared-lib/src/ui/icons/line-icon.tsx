import type { ReactNode } from 'react';
import * as lucide from 'lucide-react';
import styles from './icons.module.css';

/** Only those of lucide that are used: builds leave out members of a namespace that no code names. */
const drawings = {
  activity: lucide.Activity,
  alarm: lucide.AlarmClock,
  'alarm-off': lucide.AlarmClockOff,
  'app-blocked': lucide.Ban,
  'app-disabled': lucide.Grid2x2X,
  'app-restored': lucide.Grid2x2Check,
  'app-unblocked': lucide.Grid2x2,
  audit: lucide.ScrollText,
  batch: lucide.Layers,
  bell: lucide.Bell,
  camera: lucide.Camera,
  'camera-off': lucide.CameraOff,
  check: lucide.Check,
  'chevron-right': lucide.ChevronRight,
  clock: lucide.Clock,
  close: lucide.X,
  columns: lucide.Columns3,
  command: lucide.Zap,
  connection: lucide.Wifi,
  'connection-lost': lucide.WifiOff,
  copy: lucide.Copy,
  credit: lucide.CreditCard,
  'credit-revoked': lucide.RotateCcw,
  danger: lucide.CircleX,
  delete: lucide.Trash2,
  device: lucide.Smartphone,
  'device-action': lucide.Power,
  download: lucide.Download,
  edit: lucide.Pencil,
  file: lucide.FileText,
  filter: lucide.ListFilter,
  formatted: lucide.Eraser,
  history: lucide.History,
  home: lucide.House,
  info: lucide.Info,
  key: lucide.KeyRound,
  keyboard: lucide.Keyboard,
  language: lucide.Languages,
  lock: lucide.Lock,
  logout: lucide.LogOut,
  menu: lucide.Menu,
  more: lucide.Ellipsis,
  notification: lucide.BellRing,
  pause: lucide.Pause,
  'panel-close': lucide.PanelLeftClose,
  'panel-open': lucide.PanelLeftOpen,
  permission: lucide.ShieldCheck,
  pin: lucide.Pin,
  platform: lucide.Server,
  refresh: lucide.RefreshCw,
  release: lucide.PackageOpen,
  report: lucide.ChartColumn,
  resume: lucide.Play,
  rows: lucide.Rows3,
  search: lucide.Search,
  screen: lucide.AppWindow,
  send: lucide.Send,
  success: lucide.CircleCheck,
  'theme-dark': lucide.Moon,
  'theme-light': lucide.Sun,
  'theme-system': lucide.Monitor,
  unknown: lucide.CircleAlert,
  unlock: lucide.LockOpen,
  unpin: lucide.PinOff,
  upload: lucide.Upload,
  user: lucide.User,
  'user-add': lucide.UserPlus,
  users: lucide.Users,
  versions: lucide.ListChecks,
  wallpaper: lucide.Image,
  'wallpaper-off': lucide.ImageOff,
  warning: lucide.TriangleAlert,
} as const satisfies Record<string, lucide.LucideIcon>;

/** The name of a {@link LineIcon}. */
export type LineIconName = keyof typeof drawings;

/** Every name, in alphabetical order. */
export const lineIconNames = Object.keys(drawings).filter(isLineIconName);

/** True if a text, such as a declaration's `icon`, names an icon of this console. */
export function isLineIconName(name: string): name is LineIconName {
  return Object.hasOwn(drawings, name);
}

export interface LineIconProps {
  readonly name: LineIconName;
  /** In pixels. Default: 18. */
  readonly size?: 14 | 16 | 18 | 20 | 24 | 32 | undefined;
}

/** A line icon in the colour of its text. Decoration only: always put a text, visible or hidden, beside it. */
export function LineIcon({ name, size = 18 }: LineIconProps): ReactNode {
  const Drawing = drawings[name];
  return <Drawing className={styles['line']} size={size} strokeWidth={1.75} aria-hidden="true" focusable="false" />;
}

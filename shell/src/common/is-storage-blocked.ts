/** True if the browser blocks site data, so that what the page keeps is in memory (shell/src/boot/page-storage.ts). */
export const isStorageBlocked = (): boolean => window.deviceConsoleBoot?.isStorageBlocked ?? false;

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** How a page is shown in a picture. */
export interface Look {
  readonly width: number;
  readonly height: number;
  readonly theme: 'light' | 'dark';
}

/** Each screen is shown wide and narrow, in light and dark. */
export const looks: readonly Look[] = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
];

/** The name of a picture's file; for languages other than English it includes the language. */
export const pictureName = (name: string, { width, theme }: Look, language: string): string =>
  [name, String(width), theme, ...(language === 'en' ? [] : [language]), 'webp'].join('.');

const QUALITY = 65;

/** Takes the picture of the window as WebP: about 25 kB, a quarter of the PNG. */
export async function takePicture(page: Page, folder: string, file: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await browser.detach();
  await writeFile(join(folder, file), Buffer.from(data, 'base64'));
}

/** The page that shows every picture: one row per screen, by name. */
export function contentsOf(names: readonly string[], language: string): string {
  const row = (name: string): string => {
    const pictures = looks.map(
      (look) => `<td><img src="${pictureName(name, look, language)}" alt="" height="300"></td>`,
    );
    return `<tr><th scope="row">${name}</th>${pictures.join('')}</tr>`;
  };
  return [
    '<!doctype html>',
    `<html lang="en"><meta charset="utf-8"><title>Screens (${language})</title>`,
    `<table>${names.map(row).join('\n')}</table></html>`,
    '',
  ].join('\n');
}

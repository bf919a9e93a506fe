/** Measurements in the browser: sizes in pixels, and colors as the screen shows them. */
import type { Locator, Page } from '@playwright/test';

/** The current color of a role of the token sheet, in the notation of the browser. */
export const colorOf = (page: Page, token: string): Promise<string> =>
  page.evaluate((name) => {
    const probe = document.createElement('i');
    probe.style.backgroundColor = `var(${name})`;
    document.body.append(probe);
    const { backgroundColor } = getComputedStyle(probe);
    probe.remove();
    return backgroundColor;
  }, token);

export const styleOf = (locator: Locator, property: string, pseudo?: string): Promise<string> =>
  locator.evaluate((element, [name, of]) => getComputedStyle(element, of).getPropertyValue(name!), [property, pseudo]);

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

export const boxOf = (locator: Locator): Promise<Box> =>
  locator.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    return { left, top, right, bottom, width, height };
  });

/** Red, green and blue from 0 to 255, clipped to sRGB as on the screen. */
export const renderedColors = (page: Page, colors: readonly string[]): Promise<number[][]> =>
  page.evaluate((values) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const ink = canvas.getContext('2d', { willReadFrequently: true })!;
    const probe = document.createElement('i');
    document.body.append(probe);
    const pixels = values.map((color) => {
      probe.style.color = color;
      ink.fillStyle = getComputedStyle(probe).color;
      ink.fillRect(0, 0, 1, 1);
      return [...ink.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
    probe.remove();
    return pixels;
  }, colors);

/** WCAG contrast ratios of pairs of colors. */
export async function contrastsOf(page: Page, pairs: readonly (readonly [string, string])[]): Promise<number[]> {
  const rendered = await renderedColors(page, pairs.flat());
  return pairs.map((_, at) => {
    const [less = 0, more = 0] = [luminance(rendered[at * 2]!), luminance(rendered[at * 2 + 1]!)].toSorted(
      (a, b) => a - b,
    );
    return (more + 0.05) / (less + 0.05);
  });
}

function luminance(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const allSizes = [
  { width: 1440, height: 900, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 1440, height: 900, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
  { width: 900, height: 844, theme: 'light' },
  { width: 900, height: 844, theme: 'dark' },
] as const;
/** Sizes and themes in which a screen is drawn: for pictures all of them, else a wide and a narrow one in one theme each. */
export const drawnScreens = process.env['PICTURES'] ? allSizes : allSizes.slice(0, 2);

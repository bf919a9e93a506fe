import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drawn } from './live.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Marked as experimental, and therefore not among the rules of its tag unless it is named. */
const EXPERIMENTAL = { 'label-content-name-mismatch': { enabled: true } };

/** Evaluated instead of the half megabyte of axe, which is otherwise sent and compiled twice for each scan. */
const NOTHING = ';';
const hasAxe = (page: Page): Promise<boolean> => page.evaluate(() => 'axe' in window);

interface Scan {
  only?: 'color-contrast';
  /** The main menu is the same on every screen and has more elements than most of them, so few scans include it. */
  withMenu?: boolean;
}
/** The WCAG 2.2 AA violations that axe finds on the current page: rule, element and fix. No rule is left out. */
export async function violationsOn(page: Page, { only, withMenu = false }: Scan = {}): Promise<string[]> {
  // A color in the middle of a transition is not meaningful.
  await drawn(page);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Legacy mode: the default opens an extra page for each scan, to support frames, which the product does not have.
  // Details of passed rules are not read and would take most of the time.
  const options = { resultTypes: ['violations' as const] };
  const axe = new AxeBuilder({ page, ...((await hasAxe(page)) && { axeSource: NOTHING }) }).setLegacyMode(true);
  if (!withMenu) axe.exclude('nav[aria-label="Menu principal"]');
  const scan = only
    ? axe.options(options).withRules(only)
    : axe.options({ ...options, rules: EXPERIMENTAL }).withTags(RULES);
  const { violations } = await scan.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

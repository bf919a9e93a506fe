import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drawn } from './live.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checked where the labels were written for it: elsewhere it takes decoration for the visible label of a button. */
const IGNORED_RULES = ['label-content-name-mismatch'];

/** The WCAG 2.2 AA violations that axe finds on the current page: rule, element and fix. */
export async function violationsOn(
  page: Page,
  { only }: { only?: 'color-contrast' | 'label-content-name-mismatch' } = {},
): Promise<string[]> {
  // A color in the middle of a transition is not meaningful.
  await drawn(page);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // Legacy mode: the default opens an extra page for each scan, to support frames, which the product does not have.
  // Details of passed rules are not read and would take most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(RULES).disableRules(IGNORED_RULES)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

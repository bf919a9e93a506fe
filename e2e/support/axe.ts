import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { drawn } from './live.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** It takes the initials in an avatar and the keys in a key cap for the label of the button around them. */
const IGNORED_RULES = ['label-content-name-mismatch'];

/** What axe finds against WCAG 2.2 AA on the page as it is now: rule, place and what to do about it. */
export async function violationsOn(page: Page, { only }: { only?: 'color-contrast' } = {}): Promise<string[]> {
  // A color in the middle of a transition is not meaningful.
  await drawn(page);
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // The other mode opens a page of its own at each look, for frames that we do not have.
  // Only what is wrong is worked out in detail: the rest is never read, and takes most of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await (only ? axe.withRules(only) : axe.withTags(RULES).disableRules(IGNORED_RULES)).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

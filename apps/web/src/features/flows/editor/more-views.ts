/** Views of a flow beside its drawing and its list: runs, numbers, versions. The header offers each as a tab. */
import { lazy, type ComponentType } from 'react';
import type { Phrase } from '../../../lib/texts.ts';
import type { MoreViewProps } from './more-view.ts';
import { moreViewTexts } from './more-views.texts.ts';

export interface MoreView {
  /** In the address: `?view=versions`. */
  key: string;
  title: Phrase;
  /** Lazy: its code is loaded when the tab is opened. */
  screen: ComponentType<MoreViewProps>;
  /** Also offered below 600 px. */
  onPhones?: true;
}

export const moreViews: readonly MoreView[] = [
  {
    key: 'runs',
    title: moreViewTexts.runs,
    screen: lazy(() => import('../runs/runs-view.tsx').then((module) => ({ default: module.RunsView }))),
    onPhones: true,
  },
  {
    key: 'numbers',
    title: moreViewTexts.numbers,
    screen: lazy(() => import('../numbers/numbers-view.tsx').then((module) => ({ default: module.NumbersView }))),
    onPhones: true,
  },
  {
    key: 'versions',
    title: moreViewTexts.versions,
    screen: lazy(() => import('../versions/versions-view.tsx').then((module) => ({ default: module.VersionsView }))),
    onPhones: true,
  },
];

/** Views of a flow beside its drawing and its list: runs, versions. The header offers each as a tab. */
import { lazy, type ComponentType } from 'react';
import type { Phrase } from '../../../lib/texts.ts';
import type { Editor } from './use-editor.ts';

export interface MoreView {
  /** In the address: `?view=versions`. */
  key: string;
  title: Phrase;
  /** Lazy: its code is loaded when the tab is opened. */
  screen: ComponentType<{ editor: Editor }>;
  /** Also offered below 600 px. */
  onPhones?: true;
}

export const moreViews: readonly MoreView[] = [
  {
    key: 'versions',
    title: { pt: 'Versões', en: 'Versions', es: 'Versiones' },
    screen: lazy(() => import('../versions/versions-view.tsx').then((module) => ({ default: module.VersionsView }))),
    onPhones: true,
  },
];

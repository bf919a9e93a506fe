/** Providers of every screen: the kit's language and colors. */
import { useLayoutEffect, type ReactNode } from 'react';
import { SingleKeys } from './single-keys.ts';
import { UiLanguageContext, useUiTexts, type UiLanguage } from './ui-texts.tsx';

export function UiProvider({
  language = 'pt',
  theme = 'light',
  singleKeys = true,
  children,
}: {
  language?: UiLanguage;
  theme?: 'light' | 'dark';
  singleKeys?: boolean;
  children: ReactNode;
}) {
  useLayoutEffect(() => {
    const root = document.documentElement;
    // Read by the styles of Mantine.
    root.setAttribute('data-mantine-color-scheme', theme);
    root.setAttribute('data-respect-reduced-motion', 'true');
  }, [theme]);
  return (
    <UiLanguageContext value={language}>
      <SingleKeys value={singleKeys}>{children}</SingleKeys>
      <FloatingLayer />
    </UiLanguageContext>
  );
}

export const FLOATING_ID = 'floating';

/** Menus, option lists and tooltips are drawn here, outside the screen: without a landmark they would be hard to reach. */
function FloatingLayer() {
  const t = useUiTexts();
  return <section id={FLOATING_ID} aria-label={t('floating')} />;
}

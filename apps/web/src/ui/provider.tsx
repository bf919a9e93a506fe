/** Providers of every screen: Mantine without its colors, and the kit's language. */
import { createTheme, MantineProvider, Portal } from '@mantine/core';
import type { ReactNode } from 'react';
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
  return (
    // styles/mantine.css maps Mantine's variables to our tokens, so Mantine need not print them.
    <MantineProvider theme={mantine} forceColorScheme={theme} withCssVariables={false} withGlobalClasses={false}>
      <UiLanguageContext value={language}>
        <SingleKeys value={singleKeys}>{children}</SingleKeys>
        <FloatingLayer />
      </UiLanguageContext>
    </MantineProvider>
  );
}

const FLOATING_ID = 'floating';

/** Menus, option lists and tooltips are drawn here, outside the screen: without a landmark they would be hard to reach. */
function FloatingLayer() {
  const t = useUiTexts();
  return <section id={FLOATING_ID} aria-label={t('floating')} />;
}

const mantine = createTheme({
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: { Portal: Portal.extend({ defaultProps: { target: `#${FLOATING_ID}` } }) },
});

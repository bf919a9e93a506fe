/** Providers of every screen: Mantine without its colors, and the kit's language. */
import { createTheme, MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { SingleKeys } from './single-keys.ts';
import { UiLanguageContext, type UiLanguage } from './ui-texts.tsx';

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
      </UiLanguageContext>
    </MantineProvider>
  );
}

const mantine = createTheme({ respectReducedMotion: true, cursorType: 'pointer' });

/** What every screen needs around it: Mantine without its own colours, and the kit's language. */
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
    // styles/mantine.css points Mantine's variables at our roles, so it need not print any itself.
    <MantineProvider theme={mantine} forceColorScheme={theme} withCssVariables={false} withGlobalClasses={false}>
      <UiLanguageContext value={language}>
        <SingleKeys value={singleKeys}>{children}</SingleKeys>
      </UiLanguageContext>
    </MantineProvider>
  );
}

const mantine = createTheme({ respectReducedMotion: true, cursorType: 'pointer' });

/** Loaded by kit.ts: everything that needs Mantine, with its colors replaced by ours. */
import {
  createTheme,
  DEFAULT_THEME,
  MantineContext,
  MantineThemeContext,
  mergeMantineTheme,
  Portal,
} from '@mantine/core';
import { createElement, type ComponentProps, type FunctionComponent } from 'react';
import { MenuList as List } from './menu-list.tsx';
import { MultiSelectInput as MultiSelect } from './multi-select-input.tsx';
import { PopoverPanel as Panel } from './popover-panel.tsx';
import { FLOATING_ID } from './provider.tsx';
import { SelectInput as Select } from './select-input.tsx';
import { Tip as TooltipTip } from './tip.tsx';
import { WindowFrame as Frame } from './window-frame.tsx';

export { WindowHeading, WindowText } from './window-frame.tsx';

const theme = mergeMantineTheme(
  DEFAULT_THEME,
  createTheme({
    respectReducedMotion: true,
    cursorType: 'pointer',
    components: { Portal: Portal.extend({ defaultProps: { target: `#${FLOATING_ID}` } }) },
  }),
);

/** What MantineProvider gives to its parts. styles/mantine.css maps its variables to our tokens. */
const context: ComponentProps<typeof MantineContext>['value'] = {
  // The parts read the colors from the attribute that UiProvider sets.
  colorScheme: 'auto',
  setColorScheme: () => {},
  clearColorScheme: () => {},
  getRootElement: () => document.documentElement,
  classNamesPrefix: 'mantine',
  cssVariablesSelector: ':root',
  withStaticClasses: true,
};

/** Each part brings its provider: a provider around the app would have to be loaded before the first paint. */
const withMantine = <P extends object>(Part: FunctionComponent<P>) =>
  function KitPart(props: P) {
    return (
      <MantineContext value={context}>
        <MantineThemeContext value={theme}>{createElement(Part, props)}</MantineThemeContext>
      </MantineContext>
    );
  };

export const MenuList = withMantine(List);
export const MultiSelectInput = withMantine(MultiSelect);
export const PopoverPanel = withMantine(Panel);
export const SelectInput = withMantine(Select);
export const Tip = withMantine(TooltipTip);
export const WindowFrame = withMantine(Frame);

/** Commands of the palette: every screen of the user's menu, and the actions of the shell. */
import { fold } from '@balcao/domain/text/fold';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActiveScreenCommands } from '../lib/screen-commands.ts';
import { languageNames, setLanguage, useLanguage } from '../lib/language.tsx';
import { useSession } from '../lib/session.tsx';
import { useTheme } from '../lib/theme.ts';
import { useTexts } from '../lib/use-texts.ts';
import type { IconName } from '../ui/index.ts';
import { appTexts } from './app.texts.ts';
import { combo } from './keys.ts';
import { openPanel } from './open-panel.ts';
import { useHasHelps } from '../entities/helps/has-helps.ts';
import { menuOf, screens as allScreens } from './screens.tsx';

export interface Command {
  key: string;
  section: string;
  label: string;
  /** Further words that find it. */
  keywords?: string;
  icon: IconName;
  keys?: ReactNode;
  run: () => void;
}

export function useCommands(): Command[] {
  const t = useTexts(appTexts);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { actor, signOut } = useSession();
  const { theme, toggle } = useTheme();
  const language = useLanguage();
  const screenCommands = useActiveScreenCommands().map(({ icon, ...command }): Command => ({
    ...command,
    section: t('thisConversation'),
    icon: icon as IconName,
  }));

  const existing = new Set(useHasHelps() ? (['helps'] as const) : []);
  const screens = menuOf(actor, allScreens, existing)
    .flatMap((group) => group.entries)
    .map((entry): Command => ({
      key: entry.path,
      section: t('goTo'),
      label: t(entry.title),
      icon: entry.icon,
      keys: entry.letter && `G ${entry.letter.toUpperCase()}`,
      run: () => void navigate({ to: entry.path }),
    }));
  const languages = languageNames.flatMap(({ code, name, isTranslated }): Command[] =>
    isTranslated && code !== language
      ? [{ key: `language-${code}`, section: t('language'), label: name, icon: 'globe', run: () => setLanguage(code) }]
      : [],
  );
  return [
    ...screenCommands,
    ...screens,
    { key: 'profile', section: t('actions'), label: t('profile'), icon: 'user', run: () => openPanel('profile') },
    {
      key: 'theme',
      section: t('actions'),
      label: t(theme === 'dark' ? 'lightTheme' : 'darkTheme'),
      icon: theme === 'dark' ? 'sun' : 'moon',
      keys: combo('L', { shift: true }),
      run: toggle,
    },
    {
      key: 'refresh',
      section: t('actions'),
      label: t('refresh'),
      icon: 'refresh',
      run: () => void client.invalidateQueries(),
    },
    {
      key: 'shortcuts',
      section: t('actions'),
      label: t('shortcuts'),
      icon: 'keyboard',
      keys: '?',
      run: () => openPanel('shortcuts'),
    },
    { key: 'sign-out', section: t('actions'), label: t('signOut'), icon: 'logout', run: () => void signOut() },
    ...languages,
  ];
}

/** Every typed word must occur in the label, at the start or inside of a word; accents and order do not matter. */
export function matchCommands<C extends Pick<Command, 'label' | 'section' | 'keywords'>>(
  commands: readonly C[],
  search: string,
): C[] {
  const typed = fold(search).split(/\s+/).filter(Boolean);
  return commands
    .map((command) => ({
      command,
      rank: rankOf(fold(`${command.label} ${command.section} ${command.keywords ?? ''}`), typed),
    }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map(({ command }) => command);
}

/** 2: every typed word starts a word of the text. 1: all occur. 0: one is missing. */
function rankOf(text: string, typed: readonly string[]): number {
  const words = text.split(/\s+/);
  return typed.reduce(
    (rank, part) => Math.min(rank, words.some((word) => word.startsWith(part)) ? 2 : text.includes(part) ? 1 : 0),
    2,
  );
}

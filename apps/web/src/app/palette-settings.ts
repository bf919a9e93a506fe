/** Sections and fields of the settings that match the text in the palette, by their labels in any language. */
import { can } from '@balcao/domain/policy/policy';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useLanguage } from '../lib/language.tsx';
import { useSession } from '../lib/session.tsx';
import { useTexts } from '../lib/use-texts.ts';
import { appTexts } from './app.texts.ts';
import { matchCommands, type Command } from './commands.ts';

const MIN_SEARCH_LENGTH = 2;
const MAX_RESULTS = 8;

export function usePaletteSettings(search: string): Command[] {
  const t = useTexts(appTexts);
  const language = useLanguage();
  const navigate = useNavigate();
  const { actor } = useSession();
  const isEnabled = search.trim().length >= MIN_SEARCH_LENGTH && can(actor, 'settings.manage');
  // Loaded with the first search: the texts of all settings are not part of the first page.
  const { data: entries = [] } = useQuery({
    queryKey: ['palette', 'settings'],
    queryFn: async () => (await import('../features/settings/setting-entries.ts')).settingEntries,
    enabled: isEnabled,
    staleTime: Infinity,
  });
  if (!isEnabled) return [];
  const commands = entries
    .filter(({ isPlatform }) => !isPlatform || can(actor, 'platform-settings.manage'))
    .map(({ go, path, label, group }): Command => ({
      key: `setting-${path}-${go}`,
      section: t('settings'),
      label: `${label[language]} · ${group[language]}`,
      keywords: [label, group].flatMap((phrase) => Object.values(phrase)).join(' '),
      icon: 'gear',
      run: () => void navigate({ to: path, search: go === '' ? {} : { go } }),
    }));
  return matchCommands(commands, search).slice(0, MAX_RESULTS);
}

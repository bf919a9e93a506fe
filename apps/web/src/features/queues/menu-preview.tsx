/** Live preview of the menu, rendered by the same function as the real one. */
import { drawMenu, parseExitWords } from '@balcao/domain/bot/menu';
import { menuForms, type MenuForm } from '@balcao/domain/bot/option-types';
import { companySettings } from '@balcao/domain/settings/company-settings';
import { BotReply } from '../../entities/bot/bot-reply.tsx';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useTexts } from '../../lib/use-texts.ts';
import type { Branch } from './option-tree.ts';
import css from './options.module.css';
import { optionTexts } from './options.texts.ts';

/** Rendered for a channel with all features; other channels get the same content as text. */
const draws = { list: true, buttons: true };

export function MenuPreview({ greeting, tree }: { greeting: string; tree: readonly Branch[] }) {
  const t = useTexts(optionTexts);
  const form = useMenuForm();
  const exitWords = parseExitWords(String(useCompanySetting('botExitWords') ?? companySettings.botExitWords.default));
  const names = tree.map(({ name }) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) return null;
  const menu = drawMenu({ text: greeting, names, canGoBack: true }, { settings: { form, exitWords }, draws });
  if (menu.kind === 'file-list') return null;
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <span className={css.previewTitle}>{t('preview')}</span>
      <div className={css.canvas} data-channel="whatsapp">
        <BotReply
          reply={{
            kind: menu.kind,
            text: menu.text,
            ...('choices' in menu && { choices: [...menu.choices] }),
          }}
        />
      </div>
    </section>
  );
}

function useMenuForm(): MenuForm {
  const storedForm = useCompanySetting('chatBotType');
  return menuForms.find((form) => form === storedForm) ?? 'text';
}

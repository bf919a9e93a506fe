/** The menu as the customer will get it, while it is being written. Drawn by the same rule as the real one. */
import { drawMenu, readExitWords } from '@balcao/domain/bot/menu';
import { menuForms, type MenuForm } from '@balcao/domain/bot/words';
import { companySettings } from '@balcao/domain/settings/company-settings';
import { Saying } from '../../entities/bot/saying.tsx';
import { useCompanySetting } from '../../entities/settings/company-setting.ts';
import { useTexts } from '../../lib/use-texts.ts';
import type { Branch } from './option-tree.ts';
import css from './options.module.css';
import { optionTexts } from './options.texts.ts';

/** Shown as on a channel that can draw everything; others get the same as text. */
const draws = { list: true, buttons: true };

export function MenuPreview({ greeting, tree }: { greeting: string; tree: readonly Branch[] }) {
  const t = useTexts(optionTexts);
  const form = useMenuForm();
  const exitWords = readExitWords(String(useCompanySetting('botExitWords') ?? companySettings.botExitWords.default));
  const names = tree.map(({ name }) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) return null;
  const saying = drawMenu({ text: greeting, names, canGoBack: true }, { settings: { form, exitWords }, draws });
  if (saying.kind === 'file-list') return null;
  return (
    <section className={css.preview} aria-label={t('preview')}>
      <span className={css.previewTitle}>{t('preview')}</span>
      <div className={css.canvas} data-channel="whatsapp">
        <Saying
          saying={{
            kind: saying.kind,
            text: saying.text,
            ...('choices' in saying && { choices: [...saying.choices] }),
          }}
        />
      </div>
    </section>
  );
}

function useMenuForm(): MenuForm {
  const kept = useCompanySetting('chatBotType');
  return menuForms.find((form) => form === kept) ?? 'text';
}

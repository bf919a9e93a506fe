import { useTexts } from '../../../../lib/use-texts.ts';
import { Button, IconButton, TextField } from '../../../../ui/index.ts';
import { emptyRow, emptySection, type Section } from './card-draft.ts';
import css from './cards.module.css';
import { cardTexts } from './cards.texts.ts';

const MAX_ITEMS = 10;

/** Sections with their options; a list has at least one of each. */
export function ListFields({
  sections,
  onChange,
}: {
  sections: readonly Section[];
  onChange: (sections: readonly Section[]) => void;
}) {
  const t = useTexts(cardTexts);
  const changeAt = (at: number, part: Partial<Section>) =>
    onChange(sections.map((section, s) => (s === at ? { ...section, ...part } : section)));

  return (
    <>
      {sections.map((section, s) => (
        // Sections and options have no id before they are sent: the index is the key.
        <fieldset key={s} className={css.section}>
          <legend>{t('section', { number: s + 1 })}</legend>
          <div className={css.row}>
            <TextField
              label={t('sectionTitle')}
              maxLength={24}
              value={section.title}
              onChange={(event) => changeAt(s, { title: event.target.value })}
            />
            {sections.length > 1 && (
              <IconButton
                icon="trash"
                label={t('removeSection', { number: s + 1 })}
                onClick={() => onChange(sections.filter((_, other) => other !== s))}
              />
            )}
          </div>
          {section.rows.map((row, r) => {
            const change = (part: Partial<typeof row>) =>
              changeAt(s, { rows: section.rows.map((item, index) => (index === r ? { ...item, ...part } : item)) });
            return (
              <div key={r} className={css.row}>
                <TextField
                  label={t('option', { number: r + 1 })}
                  maxLength={24}
                  value={row.title}
                  onChange={(event) => change({ title: event.target.value })}
                />
                <TextField
                  label={t('optionText', { number: r + 1 })}
                  maxLength={72}
                  value={row.description}
                  onChange={(event) => change({ description: event.target.value })}
                />
                {section.rows.length > 1 && (
                  <IconButton
                    icon="x"
                    label={t('removeOption', { number: r + 1 })}
                    onClick={() => changeAt(s, { rows: section.rows.filter((_, other) => other !== r) })}
                  />
                )}
              </div>
            );
          })}
          {section.rows.length < MAX_ITEMS && (
            <Button
              size="sm"
              kind="ghost"
              icon="plus"
              onClick={() => changeAt(s, { rows: [...section.rows, emptyRow] })}
            >
              {t('addOption')}
            </Button>
          )}
        </fieldset>
      ))}
      {sections.length < MAX_ITEMS && (
        <Button size="sm" icon="plus" onClick={() => onChange([...sections, emptySection])}>
          {t('addSection')}
        </Button>
      )}
    </>
  );
}

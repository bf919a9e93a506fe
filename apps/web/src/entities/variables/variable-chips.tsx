/** Buttons that insert a variable at the cursor of a message field. */
import type { RefObject } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, Menu } from '../../ui/index.ts';
import { messageVariables, type Variable } from './variables.ts';
import css from './variables.module.css';
import { variableTexts } from './variables.texts.ts';

/** The others are in the menu, so that a form with many messages stays readable. */
const CHIPS_SHOWN = 4;

interface VariableChipsProps {
  /** Label of the field, for screen readers. */
  label: string;
  area: RefObject<HTMLTextAreaElement | HTMLInputElement | null>;
  onInsert: (text: string) => void;
  variables?: readonly Variable[] | undefined;
}

export function VariableChips({ label, area, onInsert, variables = messageVariables }: VariableChipsProps) {
  const t = useTexts(variableTexts);
  const insert = (name: Variable) => {
    const box = area.current;
    if (!box) return;
    const { value } = box;
    const [from, to] = [box.selectionStart ?? value.length, box.selectionEnd ?? value.length];
    const placeholder = `{{${name}}}`;
    onInsert(value.slice(0, from) + placeholder + value.slice(to));
    box.focus();
    box.setSelectionRange(from + placeholder.length, from + placeholder.length);
  };
  return (
    <div className={css.chips} role="group" aria-label={t('variablesOf', { field: label })}>
      <span className={css.lead} aria-hidden="true">
        {t('insert')}
      </span>
      {variables.slice(0, CHIPS_SHOWN).map((name) => (
        <button
          key={name}
          type="button"
          className={css.chip}
          title={`{{${name}}}`}
          aria-label={t('insertNamed', { variable: t(name) })}
          onClick={() => insert(name)}
        >
          {t(name)}
        </button>
      ))}
      <Menu
        side="bottom-start"
        target={
          <button type="button" className={css.chip} aria-label={t('moreNamed', { field: label })}>
            {t('more')}
            <Icon name="chev-d" size={12} />
          </button>
        }
        items={variables.slice(CHIPS_SHOWN).map((name) => ({
          key: name,
          label: t(name),
          hint: `{{${name}}}`,
          // After the menu has closed and given the focus back.
          onClick: () => requestAnimationFrame(() => insert(name)),
        }))}
      />
    </div>
  );
}

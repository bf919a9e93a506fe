/** A text for customers. Variables of the list below are inserted at its cursor. */
import { placeholdersIn } from '@balcao/domain/flow/variables';
import { createContext, useContext, useRef } from 'react';
import { FormattedText } from '../../../entities/messages/formatted-text.tsx';
import { useExample } from '../../../entities/variables/variables.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { TextArea, TextField } from '../../../ui/index.ts';
import css from './panels.module.css';
import { panelTexts } from './panel.texts.ts';

interface ActiveField {
  element: HTMLTextAreaElement | HTMLInputElement;
  onChange: (text: string) => void;
}
/** Remembers the field that had the focus last. */
export function createActiveField() {
  let active: ActiveField | null = null;
  return {
    take: (field: ActiveField): void => void (active = field),
    last: (): ActiveField | null => (active?.element.isConnected ? active : null),
  };
}
export const ActiveFieldContext = createContext(createActiveField());

interface VariableFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  error?: string | undefined;
  hint?: string;
  required?: boolean;
  maxLength?: number;
  rows?: number;
  autoFocus?: boolean;
}

const MAX_TEXT = 4096;

export function MessageText({ rows = 4, maxLength = MAX_TEXT, autoFocus, onChange, ...field }: VariableFieldProps) {
  const t = useTexts(panelTexts);
  const example = useExample();
  const active = useContext(ActiveFieldContext);
  return (
    <div className={css.text}>
      <TextArea
        {...field}
        rows={rows}
        maxLength={maxLength}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => onChange(event.target.value)}
        onFocus={(event) => active.take({ element: event.currentTarget, onChange })}
      />
      {placeholdersIn(field.value).length > 0 && (
        <div className={css.preview} role="note" aria-label={t('preview')}>
          <span className={css.previewTitle}>{t('preview')}</span>
          <span className={css.bubble}>
            <FormattedText>{example(field.value)}</FormattedText>
          </span>
        </div>
      )}
    </div>
  );
}

/** The text that a node sends, its first and required field. */
export const NodeMessage = (field: Pick<VariableFieldProps, 'value' | 'error' | 'onChange'>) => (
  <MessageText label={useTexts(panelTexts)('message')} required autoFocus {...field} />
);

/** One line that may contain variables. */
export function ValueText({ onChange, autoFocus: _, rows: __, maxLength = MAX_TEXT, ...field }: VariableFieldProps) {
  const active = useContext(ActiveFieldContext);
  return (
    <TextField
      {...field}
      maxLength={maxLength}
      onChange={(event) => onChange(event.target.value)}
      onFocus={(event) => active.take({ element: event.currentTarget, onChange })}
    />
  );
}

/** Buttons for the variables that a text can contain. */
export function VariableList({ names }: { names: readonly string[] }) {
  const t = useTexts(panelTexts);
  const active = useContext(ActiveFieldContext);
  const list = useRef<HTMLDivElement>(null);
  const insert = (name: string) => {
    // Without a field that had the focus, the first text of the panel gets it.
    const first = list.current?.closest('form')?.querySelector<HTMLTextAreaElement>('textarea');
    if (!active.last()) first?.focus();
    const field = active.last();
    if (!field) return;
    const { element, onChange } = field;
    const [from, to] = [element.selectionStart ?? element.value.length, element.selectionEnd ?? element.value.length];
    const placeholder = `{{${name}}}`;
    onChange(element.value.slice(0, from) + placeholder + element.value.slice(to));
    element.focus();
    requestAnimationFrame(() => element.setSelectionRange(from + placeholder.length, from + placeholder.length));
  };
  return (
    <div className={css.variables} role="group" aria-label={t('variables')} ref={list}>
      <span className={css.label}>{t('variables')}</span>
      <span className={css.chips}>
        {names.map((name) => (
          <button
            key={name}
            type="button"
            className={css.chip}
            aria-label={t('insertNamed', { name: `{{${name}}}` })}
            onClick={() => insert(name)}
          >
            {`{{${name}}}`}
          </button>
        ))}
      </span>
    </div>
  );
}

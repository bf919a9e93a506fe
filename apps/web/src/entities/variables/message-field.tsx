/** A message to customers: the text, buttons for its variables and, once it has any, a preview. */
import { useRef, type Ref } from 'react';
import { useTexts } from '../../lib/use-texts.ts';
import { TextArea, type TextAreaProps } from '../../ui/index.ts';
import { FormattedText } from '../messages/formatted-text.tsx';
import { VariableChips } from './variable-chips.tsx';
import { useExample, type Variable } from './variables.ts';
import css from './variables.module.css';
import { variableTexts } from './variables.texts.ts';

export interface MessageFieldProps extends TextAreaProps {
  /** The present text, for the preview. */
  message: string;
  /** Replaces the text after a variable was inserted. */
  onInsert: (text: string) => void;
  variables?: readonly Variable[] | undefined;
}

export function MessageField({ message, onInsert, variables, ref, ...area }: MessageFieldProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  return (
    <div className={css.field}>
      <TextArea
        {...area}
        ref={(element) => {
          box.current = element;
          assign(ref, element);
        }}
      />
      <VariableChips label={area.label} area={box} onInsert={onInsert} variables={variables} />
      <MessagePreview message={message} />
    </div>
  );
}

/** Variables and marks that the customer does not see as typed. */
const HAS_PREVIEW = /\{\{\s*\w+\s*\}\}|[*_~`]\S/;

function MessagePreview({ message }: { message: string }) {
  const t = useTexts(variableTexts);
  const example = useExample();
  if (!HAS_PREVIEW.test(message)) return null;
  return (
    <div className={css.preview} role="note" aria-label={t('preview')}>
      <span className={css.previewTitle}>{t('preview')}</span>
      <span className={css.bubble}>
        <FormattedText>{example(message)}</FormattedText>
      </span>
    </div>
  );
}

function assign(ref: Ref<HTMLTextAreaElement> | undefined, element: HTMLTextAreaElement | null) {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}

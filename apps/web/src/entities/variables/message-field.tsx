/** A message to customers: the text, buttons for its variables and, once it has any, a preview. */
import { useRef, type Ref } from 'react';
import { TextArea, type TextAreaProps } from '../../ui/index.ts';
import { PreviewBubble } from './preview-bubble.tsx';
import { VariableChips } from './variable-chips.tsx';
import { useExample, type Variable } from './variables.ts';
import css from './variables.module.css';

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
  const example = useExample();
  return HAS_PREVIEW.test(message) && <PreviewBubble text={example(message)} />;
}

function assign(ref: Ref<HTMLTextAreaElement> | undefined, element: HTMLTextAreaElement | null) {
  if (typeof ref === 'function') ref(element);
  else if (ref) ref.current = element;
}

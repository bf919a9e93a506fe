/** The text field of the composer: text, cursor, and changes from outside. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { inserted, wrapped, type Selected } from './text-editing.ts';

export function useTextInput(initial: () => string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial);
  const [caret, setCaret] = useState(text.length);
  const [pendingSelection, setPendingSelection] = useState<Selected | null>(null);

  // The cursor can be set only after the new text is in the field.
  useLayoutEffect(() => {
    if (!pendingSelection || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(pendingSelection.from, pendingSelection.to);
  }, [pendingSelection]);

  const put = useCallback((next: Selected) => {
    setText(next.text);
    setCaret(next.to);
    setPendingSelection(next);
  }, []);
  /** Reads the field itself, so that callers need not render again at every key. */
  const change = useCallback(
    (how: (selected: Selected) => Selected) => {
      const at = field.current;
      if (at) put(how({ text: at.value, from: at.selectionStart, to: at.selectionEnd }));
    },
    [put],
  );

  return {
    field,
    text,
    caret,
    put,
    /** Replaces the text without the focus, as if typed. */
    replace: useCallback((next: string) => {
      setText(next);
      setCaret(next.length);
    }, []),
    typed: useCallback((from: HTMLTextAreaElement) => {
      setText(from.value);
      setCaret(from.selectionEnd);
    }, []),
    moved: useCallback((from: HTMLTextAreaElement) => setCaret(from.selectionEnd), []),
    insert: useCallback((insertion: string) => change((selected) => inserted(selected, insertion)), [change]),
    wrap: useCallback((mark: '*' | '_' | '~') => change((selected) => wrapped(selected, mark)), [change]),
    focus: useCallback(() => field.current?.focus(), []),
  };
}
export type TextInput = ReturnType<typeof useTextInput>;

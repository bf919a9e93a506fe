/** The text field of the composer: what stands in it, where the cursor is, and changes made from outside it. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { inserted, wrapped, type Selected } from './words.ts';

export function useWords(initial: () => string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial);
  const [caret, setCaret] = useState(text.length);
  const [asked, ask] = useState<Selected | null>(null);

  // The cursor can be placed only once the new text is in the field.
  useLayoutEffect(() => {
    if (!asked || !field.current) return;
    field.current.focus();
    field.current.setSelectionRange(asked.from, asked.to);
  }, [asked]);

  const put = useCallback((next: Selected) => {
    setText(next.text);
    setCaret(next.to);
    ask(next);
  }, []);
  /** Read from the field itself, so that those who call it need not be drawn anew at every key. */
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
    /** As if it had been typed there; without the focus. */
    replace: useCallback((next: string) => {
      setText(next);
      setCaret(next.length);
    }, []),
    typed: useCallback((from: HTMLTextAreaElement) => {
      setText(from.value);
      setCaret(from.selectionEnd);
    }, []),
    moved: useCallback((from: HTMLTextAreaElement) => setCaret(from.selectionEnd), []),
    insert: useCallback((piece: string) => change((selected) => inserted(selected, piece)), [change]),
    wrap: useCallback((mark: '*' | '_' | '~') => change((selected) => wrapped(selected, mark)), [change]),
    focus: useCallback(() => field.current?.focus(), []),
  };
}
export type Words = ReturnType<typeof useWords>;

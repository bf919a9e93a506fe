import { useRef, useState } from 'react';

/** Texts of date fields that are no day. The value of such a field is empty, which alone would mean «no date». */
export function useMalformedDates() {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  // The form can validate before the next render.
  const newest = useRef(texts);
  return {
    texts,
    names: () => Object.keys(newest.current),
    set: (name: string, text: string | undefined) => {
      if (newest.current[name] === text) return;
      const { [name]: _, ...others } = newest.current;
      newest.current = text === undefined ? others : { ...others, [name]: text };
      setTexts(newest.current);
    },
  };
}

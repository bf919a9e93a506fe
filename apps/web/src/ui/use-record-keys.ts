/** J and K open the next and the previous row while one of them is open beside its list. */
import { use, useEffect, useEffectEvent } from 'react';
import { SingleKeys } from './single-keys.ts';
import { isTyping } from './typing.ts';

export function useRecordKeys(ids: readonly number[], openId: number | undefined, onOpen: (id: number) => void): void {
  const singleKeys = use(SingleKeys);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isModified = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    if (!singleKeys || openId === undefined || event.defaultPrevented || isModified || isTyping(event)) return;
    const by = { j: 1, k: -1 }[event.key.toLowerCase()];
    const position = ids.indexOf(openId);
    const next = by !== undefined && position >= 0 ? ids[position + by] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    onOpen(next);
  });
  useEffect(() => {
    // After the listeners of the document: G and then a letter opens another screen.
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

import { useContext, useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../../ui/index.ts';
import { SingleKeys } from '../../../ui/single-keys.ts';
import { hasListFocus } from '../list/list-focus.ts';

/** Single-key shortcuts while the list has the focus, unless the user has turned them off. */
export function useHeaderKeys(keys: Readonly<Record<string, (() => void) | false>>): void {
  const isOn = useContext(SingleKeys);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (!hasListFocus(event.target) || event.repeat) return;
    // A dialog that does not have the focus yet still blocks the shortcuts.
    if (document.querySelector('[aria-modal="true"]')) return;
    const action = Object.hasOwn(keys, event.key.toLowerCase()) && keys[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
}

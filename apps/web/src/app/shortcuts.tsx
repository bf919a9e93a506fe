/** Global shortcuts. Single keys work outside text fields and dialogs, and can be turned off. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '../lib/session.tsx';
import { useStored } from '../lib/stored.ts';
import { useTheme } from '../lib/theme.ts';
import { isTyping } from '../ui/index.ts';
import { openPanel } from './open-panel.ts';
import { menuOf } from './screens.tsx';

/** How long G waits for its letter. */
const WAIT_MS = 1500;

export const useSingleKeys = () => useStored('balcao.singleKeys', true);

export function Shortcuts() {
  const navigate = useNavigate();
  const { actor } = useSession();
  const { toggle } = useTheme();
  const [singleKeys] = useSingleKeys();
  const waitingSince = useRef(-Infinity);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    if (event.ctrlKey || event.metaKey) {
      if (key === 'k' && !event.shiftKey && !event.altKey) runShortcut(event, () => openPanel('palette'));
      if (key === 'l' && event.shiftKey) runShortcut(event, toggle);
      return;
    }
    if (!singleKeys || event.altKey || isTyping(event)) return;
    if (event.key === '?') return runShortcut(event, () => openPanel('shortcuts'));

    const waited = event.timeStamp - waitingSince.current < WAIT_MS;
    waitingSince.current = key === 'g' && !waited ? event.timeStamp : -Infinity;
    if (!waited) return;
    const entry = menuOf(actor)
      .flatMap((group) => group.entries)
      .find((candidate) => candidate.letter === key);
    if (entry) runShortcut(event, () => void navigate({ to: entry.path }));
  });

  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return null;
}

function runShortcut(event: KeyboardEvent, action: () => void): void {
  event.preventDefault();
  action();
}

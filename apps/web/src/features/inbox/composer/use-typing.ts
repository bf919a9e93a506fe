/** Publishes to colleagues in the same conversation that the user is typing. */
import { useCallback, useEffect, useRef } from 'react';
import { sendIfConnected } from '../../../lib/socket.ts';

const REPEAT_MS = 3000;
/** After this pause the user is no longer typing. */
const PAUSE_MS = 5000;

export function useTyping(uuid: string) {
  const last = useRef(-Infinity);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const stopped = useCallback(() => {
    clearTimeout(pause.current);
    if (last.current === -Infinity) return;
    last.current = -Infinity;
    sendIfConnected((socket) => socket.emit('writing', uuid, false));
  }, [uuid]);
  const writing = useCallback(() => {
    clearTimeout(pause.current);
    pause.current = setTimeout(stopped, PAUSE_MS);
    if (performance.now() - last.current < REPEAT_MS) return;
    last.current = performance.now();
    sendIfConnected((socket) => socket.emit('writing', uuid, true));
  }, [uuid, stopped]);
  useEffect(() => stopped, [stopped]);
  return { writing, stopped };
}

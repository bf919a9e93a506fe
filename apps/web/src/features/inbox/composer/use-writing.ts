/** Tells the colleagues who look at the same conversation that this person is writing in it. */
import { useCallback, useEffect, useRef } from 'react';
import { say } from '../../../lib/socket.ts';

const SAID_AGAIN_MS = 3000;
/** No key for so long, and it is no longer writing. */
const PAUSE_MS = 5000;

export function useWriting(uuid: string) {
  const last = useRef(-Infinity);
  const pause = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const stopped = useCallback(() => {
    clearTimeout(pause.current);
    if (last.current === -Infinity) return;
    last.current = -Infinity;
    say((socket) => socket.emit('writing', uuid, false));
  }, [uuid]);
  const writing = useCallback(() => {
    clearTimeout(pause.current);
    pause.current = setTimeout(stopped, PAUSE_MS);
    if (performance.now() - last.current < SAID_AGAIN_MS) return;
    last.current = performance.now();
    say((socket) => socket.emit('writing', uuid, true));
  }, [uuid, stopped]);
  useEffect(() => stopped, [stopped]);
  return { writing, stopped };
}

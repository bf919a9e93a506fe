/** The microphone: asked for, listened to, let go. idle → recording (or paused) → sending. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { watchLevel } from './sound-level.ts';

export type RecorderState = 'asking' | 'recording' | 'paused' | 'sending';
/** A tap by mistake is smaller than this. */
export const LEAST_BYTES = 10_000;
const BITS_PER_SECOND = 128_000;
const TICK_MS = 100;
const BARS = 64;

/** `onRecorded` gets null when there was too little to send. */
export function useRecorder(given: {
  onRecorded: (file: File | null) => void;
  onRefused: (why: 'denied' | 'missing') => void;
}) {
  const [state, setState] = useState<RecorderState>('asking');
  const [seconds, setSeconds] = useState(0);
  const [levels, setLevels] = useState<readonly number[]>(() => Array.from({ length: BARS }, () => 0));
  const recorder = useRef<MediaRecorder | null>(null);
  const isWanted = useRef(false);
  const recorded = useEffectEvent(given.onRecorded);
  const refused = useEffectEvent(given.onRefused);

  useEffect(() => {
    let gone = false;
    let letGo = () => {};
    const start = async () => {
      if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') return refused('missing');
      const sound = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
      if (gone) return sound?.getTracks().forEach((track) => track.stop());
      if (!sound) return refused('denied');
      const level = watchLevel(sound);
      const made = new MediaRecorder(sound, { ...bestType(), audioBitsPerSecond: BITS_PER_SECOND });
      const pieces: Blob[] = [];
      made.addEventListener('dataavailable', ({ data }) => void (data.size > 0 && pieces.push(data)));
      made.addEventListener('stop', () => {
        letGo();
        if (gone || !isWanted.current) return;
        const bytes = new Blob(pieces, { type: made.mimeType });
        recorded(bytes.size < LEAST_BYTES ? null : fileOf(bytes));
      });
      const ticking = setInterval(() => {
        if (made.state !== 'recording') return;
        setSeconds((before) => before + TICK_MS / 1000);
        setLevels((before) => [...before.slice(1), level.now()]);
      }, TICK_MS);
      letGo = () => {
        clearInterval(ticking);
        level.stop();
        sound.getTracks().forEach((track) => track.stop());
      };
      recorder.current = made;
      made.start();
      setState('recording');
    };
    void start();
    return () => {
      gone = true;
      letGo();
      if (recorder.current && recorder.current.state !== 'inactive') recorder.current.stop();
    };
  }, []);

  return {
    state,
    seconds,
    levels,
    pause() {
      recorder.current?.pause();
      setState('paused');
    },
    resume() {
      recorder.current?.resume();
      setState('recording');
    },
    discard() {
      isWanted.current = false;
      if (recorder.current && recorder.current.state !== 'inactive') recorder.current.stop();
    },
    send() {
      if (!recorder.current || recorder.current.state === 'inactive') return;
      isWanted.current = true;
      setState('sending');
      recorder.current.stop();
    },
  };
}

/** What this browser can write; the server makes of it what the channel takes. */
function bestType(): { mimeType?: string } {
  const type = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'].find((one) =>
    MediaRecorder.isTypeSupported(one),
  );
  return type ? { mimeType: type } : {};
}

const endings: Record<string, string> = { ogg: 'ogg', webm: 'webm', mp4: 'm4a' };
function fileOf(bytes: Blob): File {
  const kind = /^audio\/(\w+)/.exec(bytes.type)?.[1] ?? 'webm';
  return new File([bytes], `audio-record-${Date.now()}.${endings[kind] ?? kind}`, { type: bytes.type });
}

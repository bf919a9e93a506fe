/** The microphone: requested, recorded, released. idle → recording (or paused) → sending. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { watchLevel } from './sound-level.ts';

export type RecorderState = 'asking' | 'recording' | 'paused' | 'sending';
/** A recording by mistake is smaller. */
export const MIN_BYTES = 10_000;
const BITS_PER_SECOND = 128_000;
const TICK_MS = 100;
const BARS = 64;

/** `onRecorded` gets null when the recording is too short. */
export function useRecorder(options: {
  onRecorded: (file: File | null) => void;
  onUnavailable: (reason: 'denied' | 'missing') => void;
}) {
  const [state, setState] = useState<RecorderState>('asking');
  const [seconds, setSeconds] = useState(0);
  const [levels, setLevels] = useState<readonly number[]>(() => Array.from({ length: BARS }, () => 0));
  const recorder = useRef<MediaRecorder | null>(null);
  const shouldSend = useRef(false);
  const recorded = useEffectEvent(options.onRecorded);
  const unavailable = useEffectEvent(options.onUnavailable);

  useEffect(() => {
    let isCanceled = false;
    let release = () => {};
    const start = async () => {
      if (!navigator.mediaDevices?.getUserMedia || typeof MediaRecorder === 'undefined') return unavailable('missing');
      const sound = await navigator.mediaDevices.getUserMedia({ audio: true }).catch(() => null);
      if (isCanceled) return sound?.getTracks().forEach((track) => track.stop());
      if (!sound) return unavailable('denied');
      const level = watchLevel(sound);
      const mediaRecorder = new MediaRecorder(sound, { ...bestType(), audioBitsPerSecond: BITS_PER_SECOND });
      const chunks: Blob[] = [];
      mediaRecorder.addEventListener('dataavailable', ({ data }) => void (data.size > 0 && chunks.push(data)));
      mediaRecorder.addEventListener('stop', () => {
        release();
        if (isCanceled || !shouldSend.current) return;
        const bytes = new Blob(chunks, { type: mediaRecorder.mimeType });
        recorded(bytes.size < MIN_BYTES ? null : fileOf(bytes));
      });
      const ticking = setInterval(() => {
        if (mediaRecorder.state !== 'recording') return;
        setSeconds((before) => before + TICK_MS / 1000);
        setLevels((before) => [...before.slice(1), level.now()]);
      }, TICK_MS);
      release = () => {
        clearInterval(ticking);
        level.stop();
        sound.getTracks().forEach((track) => track.stop());
      };
      recorder.current = mediaRecorder;
      mediaRecorder.start();
      setState('recording');
    };
    void start();
    return () => {
      isCanceled = true;
      release();
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
      shouldSend.current = false;
      if (recorder.current && recorder.current.state !== 'inactive') recorder.current.stop();
    },
    send() {
      if (!recorder.current || recorder.current.state === 'inactive') return;
      shouldSend.current = true;
      setState('sending');
      recorder.current.stop();
    },
  };
}

/** A format this browser can record; the server converts it for the channel. */
function bestType(): { mimeType?: string } {
  const type = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'].find((mimeType) =>
    MediaRecorder.isTypeSupported(mimeType),
  );
  return type ? { mimeType: type } : {};
}

const endings: Record<string, string> = { ogg: 'ogg', webm: 'webm', mp4: 'm4a' };
function fileOf(bytes: Blob): File {
  const kind = /^audio\/(\w+)/.exec(bytes.type)?.[1] ?? 'webm';
  return new File([bytes], `audio-record-${Date.now()}.${endings[kind] ?? kind}`, { type: bytes.type });
}

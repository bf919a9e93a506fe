/** A voice message being recorded: replaces the card until it is sent or discarded. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, IconButton, useToast } from '../../../ui/index.ts';
import { mediaTexts } from './media.texts.ts';
import css from './recorder.module.css';
import { isPopupOpen } from './type-ahead.ts';
import { useRecorder } from './use-recorder.ts';

export interface RecorderProps {
  onRecorded: (file: File) => void;
  /** Sent, discarded or failed: the card returns. */
  onEnd: () => void;
}

export default function Recorder({ onRecorded, onEnd }: RecorderProps) {
  const t = useTexts(mediaTexts);
  const toast = useToast();
  const { state, seconds, levels, pause, resume, discard, send } = useRecorder({
    onRecorded: (file) => {
      if (file) onRecorded(file);
      else toast.info(t('tooShort'));
      onEnd();
    },
    onUnavailable: (reason) => {
      toast.failed(t(reason === 'denied' ? 'micDenied' : 'micMissing'));
      onEnd();
    },
  });
  const bar = useRef<HTMLElement>(null);
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, defaultPrevented } = event;
    // Esc in a field, a list or a panel is meant for it; the recording cannot be brought back.
    const isMeant = target === document.body || bar.current?.contains(target as Node);
    if (key !== 'Escape' || defaultPrevented || !isMeant || isPopupOpen()) return;
    event.preventDefault();
    discard();
    onEnd();
  });
  useEffect(() => {
    // Before the inbox, which would leave the conversation.
    const onKeyDown = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener('keydown', onKeyDown, true);
    return () => document.removeEventListener('keydown', onKeyDown, true);
  }, []);

  const isBusy = state === 'asking' || state === 'sending';
  return (
    <section ref={bar} className={css.bar} aria-label={t('recording')} data-state={state}>
      <IconButton
        icon="trash"
        size="md"
        danger
        label={t('discard')}
        onClick={() => {
          discard();
          onEnd();
        }}
      />
      <span className={css.time} role="timer" aria-live="off">
        {state === 'recording' && <span className={css.live} aria-hidden="true" />}
        {clock(seconds)}
      </span>
      <span className={css.wave} aria-hidden="true">
        {levels.map((level, at) => (
          // The bars are positions: only their heights change.
          <i key={at} style={{ height: `${Math.round(8 + level * 92)}%` }} />
        ))}
      </span>
      <span className="sr" role="status">
        {state === 'sending'
          ? t('sending')
          : state === 'paused'
            ? t('paused')
            : state === 'recording'
              ? t('recording')
              : ''}
      </span>
      {state === 'paused' ? (
        <IconButton icon="mic" size="md" label={t('resume')} onClick={resume} />
      ) : (
        <IconButton icon="pause" size="md" label={t('pause')} disabled={isBusy} onClick={pause} />
      )}
      <button type="button" className={css.send} aria-label={t('sendAudio')} disabled={isBusy} onClick={send}>
        <Icon name="send" size={20} />
      </button>
    </section>
  );
}

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Edits the text of a sent message: within 15 minutes, and only the user's own. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { sign, splitSignature } from '@balcao/domain/message/variables';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type KeyboardEvent } from 'react';
import { api } from '../../../lib/api.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { GrowingText } from '../../../ui/growing-text.tsx';
import { cx, Icon, useToast } from '../../../ui/index.ts';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';
import { Quoted } from './quoted.tsx';
import { isSendKey } from './send-key.ts';
import { useTextInput } from './use-text-input.ts';

export function EditCard({ message, onLeave }: { message: Message; onLeave: () => void }) {
  const t = useTexts(composerTexts);
  const toast = useToast();
  // The signature stays above the edited text.
  const [name, originalText] = splitSignature(message.body);
  const { field, text, typed, put } = useTextInput(() => originalText);
  const { mutate, isPending } = useMutation({
    mutationFn: (body: string) => api.messages.edit({ params: { id: message.id }, body: { body } }),
    onSuccess: onLeave,
    onError: toast.failed,
  });
  useEffect(() => put({ text: originalText, from: originalText.length, to: originalText.length }), [originalText, put]);

  const trimmedText = text.trim();
  const save = () => {
    if (trimmedText === '' || isPending) return;
    if (trimmedText === originalText) onLeave();
    else mutate(name === '' ? trimmedText : sign(trimmedText, name));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onLeave();
    else if (isSendKey(event)) save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className={cx(css.card, css.editing, message.isPrivate && css.note)}>
      <Quoted title={t('editing')} message={message} leave={t('leaveEditing')} onLeave={onLeave} />
      <GrowingText
        className={css.text}
        field={field}
        aria-label={t('editing')}
        value={text}
        onChange={(event) => typed(event.target)}
        onKeyDown={onKeyDown}
      />
      <div className={css.tools} />
      <button
        type="button"
        className={css.send}
        aria-label={t('saveEdit')}
        disabled={trimmedText === '' || isPending}
        onClick={save}
      >
        <Icon name="check" size={20} />
      </button>
    </div>
  );
}

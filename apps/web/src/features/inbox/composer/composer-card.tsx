/** The card with the text field. The recorder replaces it while recording, and the files while they are previewed. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { lazy, Suspense, useEffect, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { useTexts } from '../../../lib/use-texts.ts';
import { cx } from '../../../ui/index.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import { usePhone } from '../narrow.ts';
import type { Form } from './attach-menu.tsx';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';
import { Quoted } from './quoted.tsx';
import { SendButton } from './send-button.tsx';
import { isSendKey } from './send-key.ts';
import { TextBox } from './text-box.tsx';
import { Toolbar } from './toolbar.tsx';
import { useComposer, type DraftStore } from './use-composer.ts';
import { useSuggestions } from './use-suggestions.tsx';

const MediaPanel = lazy(() => import('./media-panel.tsx'));
const Recorder = lazy(() => import('./recorder.tsx'));
const Forms = lazy(() => import('./forms.tsx'));

export interface ComposerCardProps {
  ticket: Ticket;
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  draft: DraftStore;
  /** Changes when another component requests the focus. */
  focusRequest: number;
}

export function ComposerCard({ ticket, isNote, onNote, draft, focusRequest }: ComposerCardProps) {
  const t = useTexts(composerTexts);
  const isPhone = usePhone();
  const { replyTo, reply } = useConversation();
  const [form, setForm] = useState<Form | null>(null);
  const [isRecording, record] = useState(false);
  const composer = useComposer(ticket, isNote, draft);
  const { textInput, files, addFiles, send, isEmpty } = composer;
  const { focus } = textInput;
  const suggestions = useSuggestions({
    ticket,
    textInput,
    isNote,
    onFile: (file) => addFiles([file]),
    onMention: composer.mention,
  });
  useEffect(() => {
    if (focusRequest > 0) focus();
  }, [focusRequest, focus]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.onKeyDown(event)) return;
    const mark = markOf(event);
    if (mark) textInput.wrap(mark);
    else if (isSendKey(event)) send();
    else if (event.key === 'Escape' && replyTo) reply(null);
    else if (event.key === 'Escape') event.currentTarget.blur();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || isFromOffice(event.clipboardData)) return;
    event.preventDefault();
    addFiles(pasted);
  };

  const name = firstName(ticket);
  const dialog = form && (
    <Suspense>
      <Forms form={form} ticket={ticket} onPhoto={(photo) => addFiles([photo])} onClose={() => setForm(null)} />
    </Suspense>
  );
  if (isRecording)
    return (
      <Suspense fallback={<div className={css.card} />}>
        <Recorder onRecorded={composer.sendVoice} onEnd={() => record(false)} />
      </Suspense>
    );
  if (files.chosen.length > 0)
    return (
      <Suspense fallback={<div className={css.card} />}>
        <MediaPanel
          files={files}
          name={name}
          isNote={isNote}
          onSend={composer.sendFiles}
          onDiscard={composer.discardFiles}
        />
        {dialog}
      </Suspense>
    );

  const quotedAuthor = replyTo?.fromMe ? t('you') : (replyTo?.contact?.name ?? ticket.contact.name);
  const hint = isNote ? t('notePlaceholder') : t('placeholder', { name });
  const shortHint = t(isNote ? 'notePlaceholderPhone' : 'placeholderPhone');
  return (
    <>
      {suggestions.panel}
      <div className={cx(css.card, isNote && css.note)}>
        {replyTo && (
          <Quoted
            title={quotedAuthor}
            label={t('replyingTo', { name: quotedAuthor })}
            message={replyTo}
            leave={t('leaveReply')}
            onLeave={() => reply(null)}
          />
        )}
        <TextBox
          field={textInput.field}
          aria-label={isNote ? t('note') : t('composer')}
          aria-autocomplete="list"
          placeholder={isPhone ? shortHint : hint}
          value={textInput.text}
          onChange={(event) => composer.typed(event.target)}
          onSelect={(event) => textInput.moved(event.currentTarget)}
          onBlur={composer.stopped}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          {...suggestions.aria}
        />
        <Toolbar
          hasTemplates={ticket.channel === 'whatsappapi'}
          isNote={isNote}
          onNote={onNote}
          signs={composer.signs}
          onSigns={composer.setSigns}
          onInsert={textInput.insert}
          onFocus={focus}
          onCall={composer.callReplies}
          onFiles={addFiles}
          onForm={setForm}
        />
        <SendButton isNote={isNote} isEmpty={isEmpty} onSend={send} onRecord={() => record(true)} />
      </div>
      {dialog}
    </>
  );
}

const firstName = ({ contact }: Ticket): string => contact.name.trim().split(/\s+/, 1)[0] ?? '';

/** Office programs add a picture of the text to the clipboard; the text is what is meant. */
const isFromOffice = ({ types }: DataTransfer): boolean =>
  types !== undefined && types.includes('text/plain') && types.includes('text/html');

function markOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): '*' | '_' | '~' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (shiftKey) return letter === 'x' ? '~' : undefined;
  return letter === 'b' ? '*' : letter === 'i' ? '_' : undefined;
}

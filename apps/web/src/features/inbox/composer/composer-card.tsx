/** The card with the text field. The recorder replaces it while recording, and the files while they are previewed. */
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
} from 'react';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { GrowingText } from '../../../ui/growing-text.tsx';
import { cx, isTextField } from '../../../ui/index.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import { usePhone } from '../../../lib/narrow.ts';
import { useScheduleFor } from '../use-schedule-for.ts';
import type { Form } from './attach-menu.tsx';
import css from './composer.module.css';
import { composerTexts } from './composer.texts.ts';
import { Quoted } from './quoted.tsx';
import { SendButton } from './send-button.tsx';
import { isSendKey } from './send-key.ts';
import { isTouch, takeEarlyText } from './type-ahead.ts';
import { Toolbar } from './toolbar.tsx';
import { useComposer, type DraftStore } from './use-composer.ts';
import { useSuggestions } from './use-suggestions.tsx';
import type { TextInput } from './use-text-input.ts';

const MediaPanel = lazyPart(() => import('./media-panel.tsx').then((module) => module.default));
const Recorder = lazyPart(() => import('./recorder.tsx').then((module) => module.default));
const Forms = lazyPart(() => import('./forms.tsx').then((module) => module.default));

export interface ComposerCardProps {
  ticket: Ticket;
  isNote: boolean;
  onNote: (isNote: boolean) => void;
  draft: DraftStore;
  /** Changes when another component requests the focus. */
  focusRequest: number;
  /** Mounted again with a newer draft: takes the focus only if nothing else has it. */
  isReplaced: boolean;
  /** Not the first part of the composer that is shown: leaves the focus to a field in which the user writes. */
  isLater: boolean;
}

export function ComposerCard(props: ComposerCardProps) {
  const { ticket, isNote, onNote, draft, focusRequest } = props;
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
  const isText = !isRecording && files.chosen.length === 0;
  useFirstFocus(props, textInput, isText);
  useEffect(() => {
    // A card that is mounted again still has the last request.
    if (focusRequest > 0 && !isTextField(document.activeElement)) focus();
  }, [focusRequest, focus]);
  // After a charge, a contact or a template the agent goes on writing.
  useEffect(() => {
    if (form === null || isTouch()) return undefined;
    return focus;
  }, [form, focus]);

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.onKeyDown(event)) return;
    const mark = markOf(event);
    if (mark) textInput.wrap(mark);
    else if (isSendKey(event)) send();
    else if (event.key === 'Escape' && replyTo) reply(null);
    else if (event.key === 'Tab' && event.shiftKey) focusThread(event.currentTarget);
    else return leaveWith(event);
    event.preventDefault();
    event.stopPropagation();
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = [...event.clipboardData.files];
    if (pasted.length === 0 || isFromOffice(event.clipboardData)) return;
    event.preventDefault();
    addFiles(pasted);
  };

  const onSchedule = useScheduleFor(ticket.contactId);
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
        <GrowingText
          className={css.text}
          field={textInput.field}
          aria-label={isNote ? t('note') : t('composer')}
          aria-autocomplete="list"
          data-focus-home
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
          onSchedule={onSchedule}
          onFiles={addFiles}
          onForm={setForm}
        />
        <SendButton isNote={isNote} isEmpty={isEmpty} onSend={send} onRecord={() => record(true)} />
      </div>
      {dialog}
    </>
  );
}

/** An opened conversation is ready to write in, and so is the text field when a recording or files are done with. */
function useFirstFocus(
  { ticket: { uuid }, isReplaced, isLater }: ComposerCardProps,
  { field, focus, insert }: TextInput,
  isText: boolean,
): void {
  const takeEarly = useEffectEvent(() => {
    // After the draft.
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    const early = takeEarlyText(uuid);
    if (early !== '') insert(early);
  });
  const focusFirst = useEffectEvent(() => {
    const { activeElement } = document;
    const isTaken =
      document.querySelector('[aria-modal="true"]') !== null ||
      (isReplaced && activeElement !== document.body) ||
      (isLater && isTextField(activeElement));
    if (!isTouch() && !isTaken) focus();
  });
  /** The user has acted since the field was shown, and may have left it: the focus is not moved any more. */
  const hasActed = useRef(false);
  // In the render that shows the field: a key pressed before a later effect would be one of the list.
  useLayoutEffect(() => {
    if (!isText) return undefined;
    takeEarly();
    focusFirst();
    hasActed.current = false;
    const listening = new AbortController();
    const options = { capture: true, once: true, signal: listening.signal };
    for (const type of ['keydown', 'pointerdown'])
      document.addEventListener(type, () => void (hasActed.current = true), options);
    return () => listening.abort();
  }, [isText]);
  // Again afterwards: a closing dialog returns the focus to where it was opened.
  useEffect(() => {
    if (isText && !hasActed.current) focusFirst();
  }, [isText]);
}

/** Esc leaves the text; the inbox then focuses the list. */
function leaveWith({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  if (key === 'Escape') currentTarget.blur();
}

/** Past the links and buttons of the messages, which are reached from inside the thread. */
const focusThread = (from: HTMLElement): void =>
  from.closest('[data-conversation]')?.querySelector<HTMLElement>('[data-scroller]')?.focus();

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

/** State and actions of a composer: text, files, quoted message, sending. */
import type { UserBrief } from '@balcao/contract/endpoints/access';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { outbox, type NewMessage } from '../../../entities/outbox/outbox.ts';
import { useCompanySetting } from '../../../entities/settings/company-setting.ts';
import { useStored } from '../../../lib/stored.ts';
import { isTextField } from '../../../ui/index.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import { asQuoted } from './quoted.tsx';
import type { Draft } from './use-draft.ts';
import { useFiles } from './use-files.ts';
import { useTextInput } from './use-text-input.ts';
import { useTyping } from './use-typing.ts';

export interface DraftStore {
  read: () => string;
  change: (draft: Draft) => void;
  clear: () => void;
}

export function useComposer(ticket: Ticket, isNote: boolean, draft: DraftStore) {
  const { replyTo, reply, dropped, drop } = useConversation();
  const canSign = useCompanySetting('sendSignMessage') !== 'disabled';
  const [signs, setSigns] = useStored('balcao.signs', true);
  const textInput = useTextInput(draft.read);
  const files = useFiles();
  const mentioned = useRef(new Map<number, UserBrief>());
  const { writing, stopped } = useTyping(ticket.uuid);
  const { field, text, replace, focus, insert } = textInput;
  const { add, clear, chosen } = files;
  // Files are not stored in a draft; the text written with them is.
  const clearDraft = useDraftOf(chosen[0]?.caption ?? text, isNote, draft);
  const isEmpty = text.trim() === '';

  /** Text already written becomes the caption of added files. */
  const addFiles = useCallback(
    (newFiles: readonly File[]) => {
      if (newFiles.length === 0) return;
      const caption = field.current?.value.trim() ?? '';
      if (add(newFiles, caption) && caption !== '') replace('');
    },
    [add, field, replace],
  );
  const take = useEffectEvent((newFiles: File[]) => {
    addFiles(newFiles);
    drop(null);
  });
  useEffect(() => {
    if (dropped) take(dropped);
  }, [dropped]);
  useEffect(() => {
    // The quoted message outlives the card, which may be mounted again while the user writes elsewhere.
    if (replyTo && !isTextField(document.activeElement)) focus();
  }, [replyTo, focus]);

  const enqueueMessage = (content: Omit<NewMessage, 'ticketId'>) => {
    const quotedMsg = replyTo && asQuoted(replyTo);
    outbox.send({ ticketId: ticket.id, isPrivate: isNote, signed: canSign && signs && !isNote, quotedMsg, ...content });
    reply(null);
  };
  const sent = () => {
    clearDraft();
    replace('');
    mentioned.current.clear();
    stopped();
  };
  return {
    textInput,
    files,
    isEmpty,
    /** Null where the company does not sign. */
    signs: canSign ? signs : null,
    setSigns,
    addFiles,
    /** Without the files, the caption becomes the text again. */
    discardFiles() {
      const caption = chosen[0]?.caption ?? '';
      clear();
      if (caption !== '') replace(caption);
    },
    mention: (colleague: UserBrief) => void mentioned.current.set(colleague.id, colleague),
    send() {
      if (isEmpty) return;
      const body = text.trim();
      const named = isNote ? [...mentioned.current.values()].filter(({ name }) => body.includes(`@${name}`)) : [];
      enqueueMessage({ body, mentions: named.map(({ id }) => id) });
      sent();
      focus();
    },
    sendFiles() {
      enqueueMessage({ files: chosen });
      clear();
      sent();
    },
    sendVoice: (file: File) => enqueueMessage({ signed: false, voice: true, files: [{ file, caption: '' }] }),
    /** Opens the quick replies, like typing a slash. */
    callReplies: useCallback(() => {
      const at = field.current;
      if (!at) return;
      const before = at.value.slice(0, at.selectionStart);
      insert(before === '' || /\s$/.test(before) ? '/' : ' /');
    }, [field, insert]),
    typed(from: HTMLTextAreaElement) {
      textInput.typed(from);
      if (from.value.trim() === '') stopped();
      else writing();
    },
    stopped,
  };
}

/** Saves every change of the text. Returns a function that clears the draft. */
function useDraftOf(text: string, isNote: boolean, { change, clear }: DraftStore): () => void {
  const lastSaved = useRef<Draft>({ body: text, isPrivate: isNote });
  useEffect(() => {
    if (lastSaved.current.body === text && lastSaved.current.isPrivate === isNote) return;
    lastSaved.current = { body: text, isPrivate: isNote };
    change(lastSaved.current);
  }, [text, isNote, change]);
  return () => {
    lastSaved.current = { body: '', isPrivate: isNote };
    clear();
  };
}

/** What a composer holds and does: words, files, whom they answer, and how all of it leaves. */
import type { UserBrief } from '@balcao/contract/endpoints/access';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { outbox, type Said } from '../../../entities/outbox/outbox.ts';
import { useCompanySetting } from '../../../entities/settings/company-setting.ts';
import { useStored } from '../../../lib/stored.ts';
import { useConversation } from '../conversation/conversation-state.tsx';
import { asQuoted } from './quoted.tsx';
import type { Draft } from './use-draft.ts';
import { useFiles } from './use-files.ts';
import { useWords, type Words } from './use-words.ts';
import { useWriting } from './use-writing.ts';

export interface KeptDraft {
  read: () => string;
  change: (draft: Draft) => void;
  clear: () => void;
}

export function useComposer(ticket: Ticket, isNote: boolean, draft: KeptDraft) {
  const { replyTo, reply, dropped, drop } = useConversation();
  const maySign = useCompanySetting('sendSignMessage') !== 'disabled';
  const [signs, setSigns] = useStored('balcao.signs', true);
  const words = useWords(draft.read);
  const files = useFiles();
  const mentioned = useRef(new Map<number, UserBrief>());
  const { writing, stopped } = useWriting(ticket.uuid);
  const { field, text, replace, focus, insert } = words;
  const { add, clear, chosen } = files;
  const forget = useDraftOf(words, isNote, draft);
  const isEmpty = text.trim() === '';

  /** The words already written become the caption of what is added to them. */
  const addFiles = useCallback(
    (fresh: readonly File[]) => {
      if (fresh.length === 0) return;
      const caption = field.current?.value.trim() ?? '';
      add(fresh, caption);
      if (caption !== '') replace('');
    },
    [add, field, replace],
  );
  const take = useEffectEvent((fresh: File[]) => {
    addFiles(fresh);
    drop(null);
  });
  useEffect(() => {
    if (dropped) take(dropped);
  }, [dropped]);
  useEffect(() => {
    if (replyTo) focus();
  }, [replyTo, focus]);

  const say = (said: Omit<Said, 'ticketId'>) => {
    const quotedMsg = replyTo && asQuoted(replyTo);
    outbox.send({ ticketId: ticket.id, isPrivate: isNote, signed: maySign && signs && !isNote, quotedMsg, ...said });
    reply(null);
  };
  const sent = () => {
    forget();
    replace('');
    mentioned.current.clear();
    stopped();
  };
  return {
    words,
    files,
    isEmpty,
    /** Null where the company does not sign. */
    signs: maySign ? signs : null,
    setSigns,
    addFiles,
    /** Without the files the caption is a message again. */
    giveUpFiles() {
      const caption = chosen[0]?.caption ?? '';
      clear();
      if (caption !== '') replace(caption);
    },
    mention: (colleague: UserBrief) => void mentioned.current.set(colleague.id, colleague),
    send() {
      if (isEmpty) return;
      const body = text.trim();
      const named = isNote ? [...mentioned.current.values()].filter(({ name }) => body.includes(`@${name}`)) : [];
      say({ body, mentions: named.map(({ id }) => id) });
      sent();
      focus();
    },
    sendFiles() {
      say({ files: chosen });
      clear();
      sent();
    },
    sendVoice: (file: File) => say({ signed: false, voice: true, files: [{ file, caption: '' }] }),
    /** Opens the ready answers as typing a slash does. */
    callReplies: useCallback(() => {
      const at = field.current;
      if (!at) return;
      const before = at.value.slice(0, at.selectionStart);
      insert(before === '' || /\s$/.test(before) ? '/' : ' /');
    }, [field, insert]),
    typed(from: HTMLTextAreaElement) {
      words.typed(from);
      if (from.value.trim() === '') stopped();
      else writing();
    },
    stopped,
  };
}

/** Keeps every change of the words, whoever made it. Answers with the way to forget them. */
function useDraftOf({ text }: Words, isNote: boolean, { change, clear }: KeptDraft): () => void {
  const kept = useRef<Draft>({ body: text, isPrivate: isNote });
  useEffect(() => {
    if (kept.current.body === text && kept.current.isPrivate === isNote) return;
    kept.current = { body: text, isPrivate: isNote };
    change(kept.current);
  }, [text, isNote, change]);
  return () => {
    kept.current = { body: '', isPrivate: isNote };
    clear();
  };
}

/** `/` calls ready answers, `@` in a note calls colleagues: what is offered, and what choosing does. */
import type { UserBrief } from '@balcao/contract/endpoints/access';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { matchingReplies, replyLabel } from '@balcao/domain/message/quick-replies';
import { fold } from '@balcao/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { fileOfReply, useQuickReplies, type QuickMessage } from '../../../entities/quick-messages/quick-replies.api.ts';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, useToast } from '../../../ui/index.ts';
import { composerTexts } from './composer.texts.ts';
import { preview } from './speech.ts';
import { chooseByKey, Suggestions, type Suggestion } from './suggestions.tsx';
import type { Words } from './use-words.ts';
import { answered, calledAt } from './words.ts';

/** More than anyone looks through; the rest is a letter away. */
const MOST_SHOWN = 50;

export function useSuggestions({
  ticket,
  words,
  isNote,
  onFile,
  onMention,
}: {
  ticket: Ticket;
  words: Words;
  isNote: boolean;
  onFile: (file: File) => void;
  onMention: (colleague: UserBrief) => void;
}) {
  const t = useTexts(composerTexts);
  const toast = useToast();
  const id = useId();
  const { user } = useSession();
  const { text, caret, put } = words;
  const slash = calledAt(text, caret, '/');
  const at = isNote && !slash ? calledAt(text, caret, '@') : null;
  const called = slash ?? at;
  const calledKey = called && `${called.from} ${called.word}`;
  const [closed, close] = useState<number | null>(null);
  const [active, setActive] = useState({ key: calledKey, at: 0 });
  if (closed !== null && called?.from !== closed) close(null);
  if (active.key !== calledKey) setActive({ key: calledKey, at: 0 });

  const isOpen = called !== null && closed === null;
  const replies = useQuickReplies(isOpen && slash !== null);
  const people = useQuery({ ...api.access.pickUsers.query(), enabled: isOpen && at !== null });

  const word = called?.word ?? '';
  const [callsReply, callsColleague] = [slash !== null, at !== null];
  const fitting = useMemo(
    () => (callsReply && replies.data ? matchingReplies(replies.data, word).slice(0, MOST_SHOWN) : []),
    [callsReply, replies.data, word],
  );
  const colleagues = useMemo(() => {
    const wanted = fold(word);
    const others = (people.data ?? []).filter(({ id: who, name }) => who !== user.id && fold(name).includes(wanted));
    return callsColleague ? others.slice(0, MOST_SHOWN) : [];
  }, [callsColleague, people.data, word, user.id]);

  const choices: readonly Suggestion[] = slash
    ? fitting.map((reply) => ({
        key: String(reply.id),
        name: `/${reply.shortcode}`,
        text: replyLabel(reply),
        mark: reply.mediaPath !== null && <FileMark label={t('withFile')} />,
      }))
    : colleagues.map(({ id: who, name, queues }) => ({
        key: String(who),
        name: `@${name}`,
        text: queues.map((queue) => queue.name).join(', '),
      }));

  const insertReply = async (reply: QuickMessage) => {
    put(answered(text, called!, preview(reply.message, ticket, user.company.timeZone)));
    try {
      const file = await fileOfReply(reply);
      if (file) onFile(file);
    } catch (error) {
      toast.failed(error);
    }
  };
  const choose = (chosen: number) => {
    const reply = fitting[chosen];
    const colleague = colleagues[chosen];
    if (slash && reply) return void insertReply(reply);
    if (!colleague || !called) return;
    onMention(colleague);
    put(answered(text, called, `@${colleague.name} `));
  };
  const onClose = () => {
    // A lone sign was only there to open this.
    if (slash && word === '') put(answered(text, slash, ''));
    else close(called?.from ?? null);
  };

  const isLoading = slash ? replies.isPending : people.isPending;
  // Nobody by that name is no reason to stand in the way of an e-mail address or a joke.
  const isShown = isOpen && !isLoading && (slash !== null || colleagues.length > 0);
  /** Whoever is faster than the list must not send a shortcode to the customer. */
  const isHasty = (event: KeyboardEvent): boolean => {
    const isEarly = isOpen && slash !== null && replies.isPending && event.key === 'Enter' && !event.shiftKey;
    if (isEarly) event.preventDefault();
    return isEarly;
  };
  return {
    onKeyDown: (event: KeyboardEvent): boolean =>
      isHasty(event) ||
      (isShown &&
        chooseByKey(event, {
          count: choices.length,
          active: active.at,
          onActive: (next) => setActive({ key: calledKey, at: next }),
          onChoose: choose,
          onClose,
        })),
    /** For the field: which list it leads, and which line of it is meant. */
    aria: isShown
      ? { 'aria-controls': id, 'aria-activedescendant': choices.length > 0 ? `${id}-${active.at}` : undefined }
      : {},
    panel: isShown && (
      <Suggestions
        id={id}
        heading={t(slash ? 'quickReplies' : 'colleagues')}
        choices={choices}
        active={active.at}
        empty={word === '' ? t('noReplies') : t('noReply', { typed: word })}
        onActive={(next) => setActive({ key: calledKey, at: next })}
        onChoose={choose}
      />
    ),
  };
}

const FileMark = ({ label }: { label: string }) => (
  <span role="img" aria-label={label}>
    <Icon name="clip" size={16} />
  </span>
);

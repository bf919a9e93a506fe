/** `/` suggests quick replies, and `@` in a note suggests colleagues. */
import type { UserBrief } from '@balcao/contract/endpoints/access';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { matchingReplies, replyLabel } from '@balcao/domain/message/quick-replies';
import { fold } from '@balcao/domain/text/fold';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import {
  fileOfReply,
  useQuickReplies,
  type QuickMessage,
} from '../../../entities/quick-replies/usable-quick-replies.api.ts';
import { api } from '../../../lib/api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, useToast } from '../../../ui/index.ts';
import { composerTexts } from './composer.texts.ts';
import { preview } from './reply-block.ts';
import { chooseByKey, Suggestions, type Suggestion } from './suggestions.tsx';
import type { TextInput } from './use-text-input.ts';
import { replaceTrigger, triggerAt } from './text-editing.ts';

/** More than a user looks through; typing narrows the list. */
const MAX_SUGGESTIONS = 50;

export function useSuggestions({
  ticket,
  textInput,
  isNote,
  onFile,
  onMention,
}: {
  ticket: Ticket;
  textInput: TextInput;
  isNote: boolean;
  onFile: (file: File) => void;
  onMention: (colleague: UserBrief) => void;
}) {
  const t = useTexts(composerTexts);
  const toast = useToast();
  const id = useId();
  const { user } = useSession();
  const { text, caret, put } = textInput;
  const slash = triggerAt(text, caret, '/');
  const at = isNote && !slash ? triggerAt(text, caret, '@') : null;
  const trigger = slash ?? at;
  const triggerKey = trigger && `${trigger.from} ${trigger.query}`;
  const [closed, close] = useState<number | null>(null);
  const [active, setActive] = useState({ key: triggerKey, at: 0 });
  if (closed !== null && trigger?.from !== closed) close(null);
  if (active.key !== triggerKey) setActive({ key: triggerKey, at: 0 });

  const isOpen = trigger !== null && closed === null;
  const replies = useQuickReplies(isOpen && slash !== null);
  const usersQuery = useQuery({ ...api.access.pickUsers.query(), enabled: isOpen && at !== null });

  const query = trigger?.query ?? '';
  const [callsReply, callsColleague] = [slash !== null, at !== null];
  const fitting = useMemo(
    () => (callsReply && replies.data ? matchingReplies(replies.data, query).slice(0, MAX_SUGGESTIONS) : []),
    [callsReply, replies.data, query],
  );
  const colleagues = useMemo(() => {
    const foldedQuery = fold(query);
    const others = (usersQuery.data ?? []).filter(
      ({ id: userId, name }) => userId !== user.id && fold(name).includes(foldedQuery),
    );
    return callsColleague ? others.slice(0, MAX_SUGGESTIONS) : [];
  }, [callsColleague, usersQuery.data, query, user.id]);

  const choices: readonly Suggestion[] = slash
    ? fitting.map((reply) => ({
        key: String(reply.id),
        name: `/${reply.shortcode}`,
        text: replyLabel(reply),
        mark: reply.mediaPath !== null && <FileIcon label={t('withFile')} />,
      }))
    : colleagues.map(({ id: userId, name, queues }) => ({
        key: String(userId),
        name: `@${name}`,
        text: queues.map((queue) => queue.name).join(', '),
      }));

  const insertReply = async (reply: QuickMessage) => {
    put(replaceTrigger(text, trigger!, preview(reply.message, ticket, user.company.timeZone)));
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
    if (!colleague || !trigger) return;
    onMention(colleague);
    put(replaceTrigger(text, trigger, `@${colleague.name} `));
  };
  const onClose = () => {
    // A sign alone only opened the list.
    if (slash && query === '') put(replaceTrigger(text, slash, ''));
    else close(trigger?.from ?? null);
  };

  const isLoading = slash ? replies.isPending : usersQuery.isPending;
  // No matching colleague must not get in the way of an e-mail address.
  const isVisible = isOpen && !isLoading && (slash !== null || colleagues.length > 0);
  /** Enter before the list is loaded must not send a shortcode to the customer. */
  const blockEarlyEnter = (event: KeyboardEvent): boolean => {
    const isEarly = isOpen && slash !== null && replies.isPending && event.key === 'Enter' && !event.shiftKey;
    if (isEarly) event.preventDefault();
    return isEarly;
  };
  return {
    onKeyDown: (event: KeyboardEvent): boolean =>
      blockEarlyEnter(event) ||
      (isVisible &&
        chooseByKey(event, {
          count: choices.length,
          active: active.at,
          onActive: (next) => setActive({ key: triggerKey, at: next }),
          onChoose: choose,
          onClose,
        })),
    /** ARIA attributes of the field: its list and the highlighted option. */
    aria: isVisible
      ? { 'aria-controls': id, 'aria-activedescendant': choices.length > 0 ? `${id}-${active.at}` : undefined }
      : {},
    panel: isVisible && (
      <Suggestions
        id={id}
        heading={t(slash ? 'quickReplies' : 'colleagues')}
        choices={choices}
        active={active.at}
        empty={query === '' ? t('noReplies') : t('noReply', { typed: query })}
        onActive={(next) => setActive({ key: triggerKey, at: next })}
        onChoose={choose}
      />
    ),
  };
}

const FileIcon = ({ label }: { label: string }) => (
  <span role="img" aria-label={label}>
    <Icon name="clip" size={16} />
  </span>
);

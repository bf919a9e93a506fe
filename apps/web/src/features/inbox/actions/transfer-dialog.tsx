/** Transfers tickets: a queue, an optional agent, and an optional note. */
import type { UserBrief } from '@balcao/contract/endpoints/access';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { fold } from '@balcao/domain/text/fold';
import { useMemo, useRef, useState, type FormEvent } from 'react';
import { MIN_SEARCH_LENGTH } from '../../../entities/contacts/contact-search.ts';
import { useQueues } from '../../../entities/queues/queues.api.ts';
import { useColleagues } from '../../../entities/users/users.api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  Avatar,
  Button,
  Dialog,
  DialogCancel,
  SearchPick,
  TextArea,
  useToast,
  type Pickable,
} from '../../../ui/index.ts';
import { isTouch } from '../composer/type-ahead.ts';
import { actionTexts } from './actions.texts.ts';
import css from './actions.module.css';
import type { ActionDialogProps } from './ticket-actions.ts';
import { Progress, useBulkActions } from './bulk-actions.tsx';

import { QueueChoice } from './queue-choice.tsx';

const MAX_NOTE_LENGTH = 4096;

export function TransferDialog({ tickets, operations, onClose }: { tickets: readonly Ticket[] } & ActionDialogProps) {
  const t = useTexts(actionTexts);
  const toast = useToast();
  const { actor } = useSession();
  const queues = useQueues();
  const bulk = useBulkActions(tickets);
  const [queueId, setQueueId] = useState<number | null>(() => commonQueue(tickets));
  const [agent, setAgent] = useState<Pickable | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const submit = useRef<HTMLButtonElement>(null);
  const isRunning = bulk.run?.isRunning ?? false;
  const isOver = bulk.run !== null && !isRunning;

  const transferTicket = async (ticket: Ticket) => {
    const answered = await operations.change(ticket, {
      userId: agent?.id ?? null,
      queueId,
      status: agent ? (ticket.isGroup ? 'group' : 'open') : 'pending',
      msgTransfer: note.trim() === '' ? null : note.trim(),
      isTransfered: true,
    });
    if (answered.userId !== actor.userId) await operations.leave(ticket);
    return answered;
  };
  const transfer = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (queueId === null || isRunning) return;
    const [first, ...more] = tickets;
    const failures = await bulk.start(transferTicket);
    if (first && more.length === 0 && failures[0]) operations.handleError(failures[0].error, first);
    if (failures.length > 0) return;
    const queue = queues.data?.find(({ id }) => id === queueId)?.name ?? '';
    if (more.length > 0) toast.done(t('transferredMany', { count: tickets.length }));
    else if (agent) toast.done(t('transferredTo', { user: agent.label, queue }));
    else toast.done(t('transferredToQueue', { queue }));
    onClose();
  };
  // A failed transfer can be retried; of many, the successful ones are gone already.
  const showsOutcome = isOver && tickets.length > 1;

  return (
    <Dialog
      title={tickets.length > 1 ? t('transferMany', { count: tickets.length }) : t('transferTitle')}
      onClose={onClose}
      dirty={note.trim() !== '' && !isRunning && !showsOutcome}
      onSubmit={transfer}
      footer={
        showsOutcome ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <DialogCancel />
            <Button kind="primary" type="submit" ref={submit} busy={isRunning}>
              {t('transfer')}
            </Button>
          </>
        )
      }
    >
      {!showsOutcome && (
        <>
          <QueueChoice
            options={(queues.data ?? []).map(({ id, name, color }) => ({ value: id, label: name, color }))}
            value={queueId}
            onChange={setQueueId}
            tried={tried}
          />
          <AgentPick
            queueId={queueId}
            chosen={agent}
            onChoose={(chosen) => {
              setAgent(chosen);
              // The field is gone; Enter now transfers.
              if (chosen) submit.current?.focus();
            }}
          />
          <TextArea
            label={t('note')}
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            className={css.noteArea}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit();
            }}
          />
        </>
      )}
      <Progress run={bulk.run} />
    </Dialog>
  );
}

/**
 * Agents with their online state or pause as text, online ones first. Until something is typed only members of the queue
 * are listed, if it has any.
 */
function AgentPick({
  queueId,
  chosen,
  onChoose,
}: {
  queueId: number | null;
  chosen: Pickable | null;
  onChoose: (agent: Pickable | null) => void;
}) {
  const t = useTexts(actionTexts);
  const colleagues = useColleagues();
  const [typed, setTyped] = useState('');
  const { userId } = useSession().actor;
  const agents = useMemo(() => sorted(colleagues.data ?? [], queueId, userId), [colleagues.data, queueId, userId]);
  const query = fold(typed.trim());
  const isSearch = query.length >= MIN_SEARCH_LENGTH;
  const members = agents.filter((agent) => isMember(agent, queueId));
  const matches = isSearch
    ? agents.filter(({ name }) => fold(name).includes(query))
    : members.length > 0
      ? members
      : agents;
  const hasOthers = matches.length < agents.length && !isSearch;
  const presence = (agent: UserBrief) => t(agent.paused ? 'paused' : agent.online ? 'online' : 'offline');

  return (
    <SearchPick<Pickable>
      label={t('agent')}
      hint={t(hasOthers ? 'attendantHintOthers' : 'attendantHint')}
      focusFirst={!isTouch()}
      placeholder={t('findAttendant')}
      clearLabel={t('change')}
      options={matches.map((agent) => ({
        id: agent.id,
        label: `${agent.name} · ${presence(agent)}`,
        detail: agent.queues.map(({ name }) => name).join(', '),
        mark: <Avatar name={agent.name} size={24} online={agent.online && !agent.paused} />,
      }))}
      status={colleagues.isPending ? t('searching') : matches.length === 0 && t('noColleague')}
      chosen={chosen}
      onChoose={(option) => {
        const agent = option && agents.find(({ id }) => id === option.id);
        onChoose(agent && option ? { ...option, label: agent.name, detail: presence(agent) } : null);
      }}
      typed={typed}
      onType={setTyped}
    />
  );
}

const isMember = ({ queues }: UserBrief, queueId: number | null): boolean => queues.some(({ id }) => id === queueId);

/** The user comes last: a transfer to oneself only changes the queue. */
function sorted(agents: readonly UserBrief[], queueId: number | null, ownId: number): UserBrief[] {
  const rank = (agent: UserBrief) =>
    (agent.id === ownId ? 4 : 0) + (isMember(agent, queueId) ? 0 : 2) + (agent.online && !agent.paused ? 0 : 1);
  return [...agents].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** The common queue: most transfers go to a colleague of the same queue. */
function commonQueue(tickets: readonly Ticket[]): number | null {
  const queueId = tickets[0]?.queueId ?? null;
  return tickets.every((ticket) => ticket.queueId === queueId) ? queueId : null;
}

/** Handing conversations over: a queue always, a person if one likes, and a word for whoever receives them. */
import type { UserBrief } from '@balcao/contract/endpoints/access';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import { fold } from '@balcao/domain/text/fold';
import { useMemo, useState, type FormEvent } from 'react';
import { SEARCH_FROM } from '../../../entities/contacts/contact-search.ts';
import { useQueues } from '../../../entities/queues/queues.api.ts';
import { useColleagues } from '../../../entities/users/users.api.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Button, Dialog, DialogCancel, TextArea, useToast } from '../../../ui/index.ts';
import { actsTexts } from './acts.texts.ts';
import css from './acts.module.css';
import type { ActDialogProps } from './perform.ts';
import { Progress, useMany } from './many.tsx';
import { SearchPick, type Pickable } from './search-pick.tsx';
import { QueueChoice } from './queue-choice.tsx';

const NOTE_AT_MOST = 4096;

export function TransferDialog({ tickets, performer, onClose }: { tickets: readonly Ticket[] } & ActDialogProps) {
  const t = useTexts(actsTexts);
  const toast = useToast();
  const { actor } = useSession();
  const queues = useQueues();
  const many = useMany(tickets);
  const [queueId, setQueueId] = useState<number | null>(() => commonQueue(tickets));
  const [person, setPerson] = useState<Pickable | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const isRunning = many.run?.isRunning ?? false;
  const isOver = many.run !== null && !isRunning;

  const one = async (ticket: Ticket) => {
    const answered = await performer.change(ticket, {
      userId: person?.id ?? null,
      queueId,
      status: person ? (ticket.isGroup ? 'group' : 'open') : 'pending',
      msgTransfer: note.trim() === '' ? null : note.trim(),
      isTransfered: true,
    });
    if (answered.userId !== actor.userId) await performer.leave(ticket);
    return answered;
  };
  const transfer = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (queueId === null || isRunning) return;
    const [first, ...more] = tickets;
    const failures = await many.start(one);
    if (first && more.length === 0 && failures[0]) performer.failed(failures[0].error, first);
    if (failures.length > 0) return;
    const queue = queues.data?.find(({ id }) => id === queueId)?.name ?? '';
    if (more.length > 0) toast.done(t('transferredMany', { count: tickets.length }));
    else if (person) toast.done(t('transferredTo', { user: person.label, queue }));
    else toast.done(t('transferredToQueue', { queue }));
    onClose();
  };
  // One that failed may be tried again; of many, those that went well are gone already.
  const showsOutcome = isOver && tickets.length > 1;

  return (
    <Dialog
      title={tickets.length > 1 ? t('transferMany', { count: tickets.length }) : t('transferTitle')}
      onClose={onClose}
      onSubmit={transfer}
      footer={
        showsOutcome ? (
          <Button onClick={onClose}>{t('close')}</Button>
        ) : (
          <>
            <DialogCancel />
            <Button kind="primary" type="submit" busy={isRunning}>
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
          <AttendantPick queueId={queueId} chosen={person} onChoose={setPerson} />
          <TextArea
            label={t('note')}
            rows={3}
            maxLength={NOTE_AT_MOST}
            className={css.noteArea}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </>
      )}
      <Progress run={many.run} />
    </Dialog>
  );
}

/** Who is there and who is on pause is told in words; those of the queue and those who are there come first. */
function AttendantPick({
  queueId,
  chosen,
  onChoose,
}: {
  queueId: number | null;
  chosen: Pickable | null;
  onChoose: (person: Pickable | null) => void;
}) {
  const t = useTexts(actsTexts);
  const colleagues = useColleagues();
  const [typed, setTyped] = useState('');
  const people = useMemo(() => sorted(colleagues.data ?? [], queueId), [colleagues.data, queueId]);
  const words = fold(typed.trim());
  const isSearch = words.length >= SEARCH_FROM;
  const found = isSearch ? people.filter(({ name }) => fold(name).includes(words)) : people;
  const presence = (one: UserBrief) => t(one.paused ? 'paused' : one.online ? 'online' : 'offline');

  return (
    <SearchPick<Pickable>
      label={t('attendant')}
      hint={t('attendantHint')}
      placeholder={t('findAttendant')}
      clearLabel={t('change')}
      options={found.map((one) => ({
        id: one.id,
        label: `${one.name} · ${presence(one)}`,
        detail: one.queues.map(({ name }) => name).join(', '),
        mark: <Avatar name={one.name} size={24} online={one.online && !one.paused} />,
      }))}
      said={colleagues.isPending ? t('searching') : found.length === 0 && t('noColleague')}
      chosen={chosen}
      onChoose={(option) => {
        const one = option && people.find(({ id }) => id === option.id);
        onChoose(one && option ? { ...option, label: one.name, detail: presence(one) } : null);
      }}
      typed={typed}
      onType={setTyped}
    />
  );
}

function sorted(people: readonly UserBrief[], queueId: number | null): UserBrief[] {
  const rank = (one: UserBrief) =>
    (one.queues.some(({ id }) => id === queueId) ? 0 : 2) + (one.online && !one.paused ? 0 : 1);
  return [...people].sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));
}

/** All in one queue: most are handed to a colleague of the same. */
function commonQueue(tickets: readonly Ticket[]): number | null {
  const queueId = tickets[0]?.queueId ?? null;
  return tickets.every((ticket) => ticket.queueId === queueId) ? queueId : null;
}

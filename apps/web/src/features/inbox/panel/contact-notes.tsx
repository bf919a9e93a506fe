/** Notes about the contact. The author or an admin can edit or delete a note. */
import { useState } from 'react';
import {
  useAddContactNote,
  useContactNotes,
  useRemoveContactNote,
  type Note,
} from '../../../entities/contact-notes/contact-notes.api.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useCan } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import {
  ConfirmDialog,
  Counter,
  ErrorState,
  IconButton,
  Skeleton,
  useToast,
  EditAndRemove,
} from '../../../ui/index.ts';
import { EditNote, NoteForm } from './note-form.tsx';
import css from './panel.module.css';
import { panelTexts } from './panel.texts.ts';

const MAX_PREVIEW_LENGTH = 120;

export function ContactNotes({ ticketId, contactId }: { ticketId: number; contactId: number }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const notes = useContactNotes(contactId);
  const add = useAddContactNote(contactId, ticketId);
  const [adding, setAdding] = useState(false);

  return (
    <section className={css.section}>
      <h3>
        {t('notes')}
        {notes.data && notes.data.length > 0 && <Counter>{notes.data.length}</Counter>}
        <IconButton
          icon={adding ? 'x' : 'plus'}
          label={t(adding ? 'cancel' : 'addNote')}
          aria-expanded={adding}
          onClick={() => setAdding(!adding)}
        />
      </h3>
      {adding && (
        <NoteForm
          label={t('newNote')}
          busy={add.isPending}
          onSave={(note) =>
            add.mutate(note, {
              onSuccess: () => {
                setAdding(false);
                toast.done(t('noteAdded'));
              },
              onError: toast.failed,
            })
          }
        />
      )}
      {notes.isPending && (
        <div className={css.notes} aria-busy="true">
          <Skeleton height={56} />
          <Skeleton height={56} />
        </div>
      )}
      {notes.error && !notes.data && (
        <ErrorState compact text={t('notesFailed')} onRetry={() => void notes.refetch()} />
      )}
      {notes.data?.length === 0 && !adding && <p className={css.quiet}>{t('noNotes')}</p>}
      {notes.data && notes.data.length > 0 && (
        <ul className={css.notes}>
          {notes.data.map((note) => (
            <NoteCard key={note.id} note={note} />
          ))}
        </ul>
      )}
    </section>
  );
}

function NoteCard({ note }: { note: Note }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const canChange = useCan('contact-note.change', note);
  const remove = useRemoveContactNote(note.contactId);
  const [openDialog, setOpenDialog] = useState<'edit' | 'remove' | null>(null);
  const close = () => setOpenDialog(null);

  return (
    <li className={css.note}>
      <p>{note.note}</p>
      <small>
        {note.user?.name ?? t('somebody')} · <time dateTime={note.createdAt}>{formatDateTime(note.createdAt)}</time>
      </small>
      {canChange && (
        <span className={css.noteActions}>
          <EditAndRemove
            edit={{ label: t('editNote'), onClick: () => setOpenDialog('edit') }}
            remove={{ label: t('removeNote'), onClick: () => setOpenDialog('remove') }}
          />
        </span>
      )}
      {openDialog === 'edit' && <EditNote note={note} onClose={close} />}
      {openDialog === 'remove' && (
        <ConfirmDialog
          danger
          title={t('removeNoteTitle')}
          text={t('removeNoteText', { note: cut(note.note) })}
          verb={t('removeNote')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(note.id, toast.outcome(t('noteRemoved'), close))}
          onClose={close}
        />
      )}
    </li>
  );
}

const cut = (text: string): string =>
  text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH).trimEnd()}…` : text;

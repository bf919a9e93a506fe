import { notes } from '@balcao/contract/endpoints/notes';
import { useEffect, useRef } from 'react';
import { useEditContactNote, type Note } from '../../../entities/contact-notes/contact-notes.api.ts';
import { useDraftForm } from '../../../lib/draft-form.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, FormDialog, TextArea, useToast } from '../../../ui/index.ts';
import css from './panel.module.css';
import { panelTexts } from './panel.texts.ts';

const NoteDraft = notes.update.body;

/** A new note, in place. */
export function NoteForm({ label, busy, onSave }: { label: string; busy: boolean; onSave: (note: string) => void }) {
  const t = useTexts(panelTexts);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.querySelector('textarea')?.focus(), []);
  const form = useDraftForm({
    schema: NoteDraft,
    values: { note: '' },
    save: ({ note }) => Promise.resolve(onSave(note)),
    onSaved: () => {},
    onError: () => {},
  });
  return (
    <form className={css.noteForm} onSubmit={form.submit} noValidate ref={formRef}>
      <TextArea label={label} required rows={3} className={css.noteArea} {...form.text('note')} />
      <Button size="sm" kind="primary" type="submit" busy={form.busy || busy}>
        {t('save')}
      </Button>
    </form>
  );
}

export function EditNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const edit = useEditContactNote(note.contactId);
  const form = useDraftForm({
    schema: NoteDraft,
    values: { note: note.note },
    save: (draft) => edit.mutateAsync({ id: note.id, note: draft.note }),
    ...toast.saved(t('noteSaved'), onClose),
  });
  return (
    <FormDialog title={t('editNote')} width={440} onClose={onClose} form={form} verb={t('save')}>
      <TextArea label={t('note')} required rows={5} className={css.noteArea} {...form.text('note')} />
    </FormDialog>
  );
}

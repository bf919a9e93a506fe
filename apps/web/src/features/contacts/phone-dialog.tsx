/** Contacts out of a phone: its address book, or whoever it has a chat with. */
import { useState, type FormEvent } from 'react';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { usualConnection } from '../../entities/connections/reaching.ts';
import { useImportFromPhone } from '../../entities/contact-sheets/imports.api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, Segments, SelectField, useToast } from '../../ui/index.ts';
import css from './contacts.module.css';
import { sheetTexts } from './sheets.texts.ts';

export function PhoneDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(sheetTexts);
  const toast = useToast();
  const { user } = useSession();
  const known = useConnections();
  // Only a phone has an address book; the official API has none.
  const phones = (known.data ?? []).filter(({ channel }) => channel === 'whatsapp');
  const [picked, pick] = useState<number | null>(null);
  const [from, setFrom] = useState<'book' | 'chats'>('book');
  const [tried, setTried] = useState(false);
  const importing = useImportFromPhone();
  const whatsappId = picked ?? usualConnection(phones, null, user.whatsappId);
  const hasNone = known.isSuccess && phones.length === 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (whatsappId === null) return;
    importing.mutate(
      { whatsappId, from },
      {
        onSuccess: () => {
          toast.done(t('phoneStarted'));
          onClose();
        },
        onError: toast.failed,
      },
    );
  };
  return (
    <Dialog
      title={t('fromPhone')}
      width={440}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" disabled={hasNone} busy={importing.isPending}>
            {t('import')}
          </Button>
        </>
      }
    >
      {hasNone ? (
        <p className={css.text}>{t('noPhone')}</p>
      ) : (
        <>
          <SelectField
            label={t('connection')}
            required
            options={phones.map(({ id, name }) => ({ value: id, label: name }))}
            value={whatsappId}
            onChange={pick}
            placeholder={t('chooseConnection')}
            error={tried && whatsappId === null && t('chooseConnection')}
          />
          <Segments
            full
            label={t('what')}
            segments={[
              { key: 'book', label: t('book') },
              { key: 'chats', label: t('chats') },
            ]}
            value={from}
            onChange={setFrom}
          />
          <p className={css.text}>{t('phoneText')}</p>
        </>
      )}
    </Dialog>
  );
}

/** Imports contacts from a phone: its address book or its chats. */
import { useState, type FormEvent } from 'react';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { defaultConnection } from '../../entities/connections/default-connection.ts';
import { useImportFromPhone } from '../../entities/contact-spreadsheets/imports.api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Button, Dialog, DialogCancel, Segments, SelectField, useToast } from '../../ui/index.ts';
import css from './contacts.module.css';
import { spreadsheetTexts } from './spreadsheets.texts.ts';

export function PhoneDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(spreadsheetTexts);
  const toast = useToast();
  const { user } = useSession();
  const connectionsQuery = useConnections();
  // Only a phone has an address book; the official API has none.
  const phones = (connectionsQuery.data ?? []).filter(({ channel }) => channel === 'whatsapp');
  const [picked, pick] = useState<number | null>(null);
  const [from, setFrom] = useState<'book' | 'chats'>('book');
  const [tried, setTried] = useState(false);
  const importing = useImportFromPhone();
  const whatsappId = picked ?? defaultConnection(phones, null, user.whatsappId);
  const hasNone = connectionsQuery.isSuccess && phones.length === 0;

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

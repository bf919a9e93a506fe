/** Starts a conversation with a contact of the list on the chosen channel. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ConnectionField } from '../../entities/connections/connection-field.tsx';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { familyOf, defaultConnection, type ChannelFamily } from '../../entities/connections/default-connection.ts';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { useOwnQueues } from '../../entities/queues/own-queues.ts';
import { AlreadyAssignedDialog } from '../../entities/tickets/already-assigned-dialog.tsx';
import { existingIn, type Existing } from '../../entities/tickets/conflict.ts';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { FormDialog, SelectField, useToast } from '../../ui/index.ts';
import css from './contacts.module.css';
import { contactsTexts } from './contacts.texts.ts';

interface StartProps {
  contact: Contact;
  on: ChannelFamily;
  onClose: () => void;
}

export function StartDialog({ contact, on, onClose }: StartProps) {
  const t = useTexts(contactsTexts);
  const nameOf = useTexts(connectionLabels);
  const toast = useToast();
  const navigate = useNavigate();
  const { user } = useSession();
  const { options: queues, preselected } = useOwnQueues();
  const connectionsQuery = useConnections();
  const connections = (connectionsQuery.data ?? []).filter(({ channel }) => familyOf(channel) === on);
  const [pickedQueue, setQueue] = useState<number | null>(null);
  const [picked, setConnection] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [existing, setExisting] = useState<Existing | null>(null);
  const queueId = pickedQueue ?? preselected;
  const whatsappId = picked ?? defaultConnection(connections, contact.whatsappId, user.whatsappId);

  const create = useMutation({
    mutationFn: (draft: { queueId: number; whatsappId: number }) =>
      api.tickets.create({ body: { ...draft, contactId: contact.id, userId: user.id } }),
  });
  const open = (uuid: string) => {
    onClose();
    void navigate({ to: `/tickets/${uuid}` });
  };
  const start = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (queueId === null || whatsappId === null) return;
    create.mutate(
      { queueId, whatsappId },
      {
        onSuccess: ({ uuid }) => open(uuid),
        onError: (error) => {
          const existingTicket = existingIn(error);
          if (!existingTicket) return toast.failed(error);
          // The user's own or an unassigned conversation opens. For another agent's, a dialog names the agent first.
          if (existingTicket.userId === null || existingTicket.userId === user.id) open(existingTicket.uuid);
          else setExisting(existingTicket);
        },
      },
    );
  };

  if (existing) return <AlreadyAssignedDialog existing={existing} onOpen={open} onClose={onClose} />;
  const hasNone = connectionsQuery.isSuccess && connections.length === 0;
  return (
    <FormDialog
      title={t('startTitle', { name: contact.name })}
      icon={<ContactAvatar contact={contact} channel={on} size={36} />}
      onClose={onClose}
      form={{ submit: start, busy: create.isPending }}
      verb={t('start')}
      disabled={hasNone}
    >
      {hasNone && <p className={css.text}>{t('noConnection', { channel: nameOf(on) })}</p>}
      {!hasNone && (
        <>
          <ConnectionField connections={connections} value={whatsappId} onChange={setConnection} t={t} tried={tried} />
          <SelectField
            label={t('queue')}
            required
            options={queues}
            value={queueId}
            onChange={setQueue}
            placeholder={t('chooseQueue')}
            error={tried && queueId === null && t('chooseQueue')}
          />
        </>
      )}
    </FormDialog>
  );
}

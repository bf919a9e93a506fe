/** A conversation the house begins with a contact of the list, on the channel that was asked for. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { can } from '@balcao/domain/policy/policy';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { connectionLabels } from '../../entities/connections/connection-labels.ts';
import { useConnections } from '../../entities/connections/connections.api.ts';
import { needsAttention } from '../../entities/connections/connections.updates.ts';
import { familyOf, defaultConnection, type ChannelFamily } from '../../entities/connections/default-connection.ts';
import { ContactAvatar } from '../../entities/contacts/contact-avatar.tsx';
import { useOwnQueues } from '../../entities/queues/own-queues.ts';
import { existingIn, type Existing } from '../../entities/tickets/conflict.ts';
import { api } from '../../lib/api.ts';
import { useSession } from '../../lib/session.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Avatar, Button, Dialog, DialogCancel, SelectField, useToast } from '../../ui/index.ts';
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
  const { options: queues, only } = useOwnQueues();
  const connectionsQuery = useConnections();
  const connections = (connectionsQuery.data ?? []).filter(({ channel }) => familyOf(channel) === on);
  const [pickedQueue, setQueue] = useState<number | null>(null);
  const [picked, setConnection] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [existing, setExisting] = useState<Existing | null>(null);
  const queueId = pickedQueue ?? only;
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
          // One's own, or nobody's yet: there it goes on. Somebody else's is told first.
          if (existingTicket.userId === null || existingTicket.userId === user.id) open(existingTicket.uuid);
          else setExisting(existingTicket);
        },
      },
    );
  };

  if (existing) return <AlreadyAssignedDialog existing={existing} onOpen={open} onClose={onClose} />;
  const hasNone = connectionsQuery.isSuccess && connections.length === 0;
  return (
    <Dialog
      title={t('startTitle', { name: contact.name })}
      icon={<ContactAvatar contact={contact} channel={on} size={36} />}
      onClose={onClose}
      onSubmit={start}
      footer={
        <>
          <DialogCancel />
          <Button kind="primary" type="submit" busy={create.isPending} disabled={hasNone}>
            {t('start')}
          </Button>
        </>
      }
    >
      {hasNone && <p className={css.text}>{t('noConnection', { channel: nameOf(on) })}</p>}
      {!hasNone && (
        <>
          <SelectField
            label={t('connection')}
            required
            options={connections.map((connection) => ({
              value: connection.id,
              label: needsAttention(connection) ? t('notConnected', { name: connection.name }) : connection.name,
            }))}
            value={whatsappId}
            onChange={setConnection}
            placeholder={t('chooseConnection')}
            error={tried && whatsappId === null && t('chooseConnection')}
          />
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
    </Dialog>
  );
}

/** The conversation is somebody else's: who and where. Who may look at it is led there. */
function AlreadyAssignedDialog({
  existing,
  onOpen,
  onClose,
}: {
  existing: Existing;
  onOpen: (uuid: string) => void;
  onClose: () => void;
}) {
  const t = useTexts(contactsTexts);
  const { actor } = useSession();
  const name = existing.user?.name ?? t('somebody');
  const assignment = { userId: existing.userId, queueId: existing.queue?.id ?? null, isGroup: false };
  return (
    <Dialog
      title={t('takenTitle')}
      width={440}
      onClose={onClose}
      footer={
        <>
          <DialogCancel>{t('close')}</DialogCancel>
          {can(actor, 'ticket.read', assignment) && (
            <Button kind="primary" onClick={() => onOpen(existing.uuid)}>
              {t('openConversation')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.owner}>
        <Avatar name={name} size={36} />
        <p>
          {existing.queue
            ? t('taken', { user: name, queue: existing.queue.name })
            : t('takenWithoutQueue', { user: name })}
        </p>
      </div>
    </Dialog>
  );
}

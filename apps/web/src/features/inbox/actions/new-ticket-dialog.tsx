/** Starts a conversation: contact, queue and connection. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState, type FormEvent, type ReactNode } from 'react';
import { ConnectionField } from '../../../entities/connections/connection-field.tsx';
import { useConnections } from '../../../entities/connections/connections.api.ts';
import type { VisibleConnection } from '../../../entities/connections/connections.updates.ts';
import { familyOf, defaultConnection } from '../../../entities/connections/default-connection.ts';
import { ContactFormDialog } from '../../../entities/contacts/contact-form-dialog.tsx';
import { ContactPick, pickedContact, type PickedContact } from '../../../entities/contacts/contact-pick.tsx';
import { useContact } from '../../../entities/contacts/contacts.api.ts';
import { api } from '../../../lib/api.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { useSession } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Button, FormDialog } from '../../../ui/index.ts';
import { panelTexts } from '../panel/panel.texts.ts';
import { actionTexts } from './actions.texts.ts';
import type { ActionDialogProps } from './ticket-actions.ts';
import { existingOf } from '../../../entities/tickets/conflict.ts';
import { useOwnQueues } from '../../../entities/queues/own-queues.ts';

import { QueueChoice } from './queue-choice.tsx';

const FirstContact = lazyPart(() => import('./first-contact.tsx').then((module) => module.default));

interface NewTicketProps extends ActionDialogProps {
  contactId: number | undefined;
}

export function NewTicketDialog({ contactId, ...rest }: NewTicketProps) {
  // The form starts with the given contact as soon as it is loaded.
  return contactId === undefined ? <NewTicketForm {...rest} /> : <ForContact contactId={contactId} {...rest} />;
}

function ForContact({ contactId, ...rest }: ActionDialogProps & { contactId: number }) {
  const contact = useContact(contactId);
  return <NewTicketForm key={contact.data ? 'known' : 'asked'} contact={contact.data} {...rest} />;
}

function NewTicketForm({ contact, operations, onClose }: ActionDialogProps & { contact?: Contact | undefined }) {
  const t = useTexts(actionTexts);
  const tPanel = useTexts(panelTexts);
  const { user } = useSession();
  const { options: queues, preselected, remember } = useOwnQueues();
  const [chosen, choose] = useState<PickedContact | null>(contact ? pickedContact(contact) : null);
  const [pickedQueue, setQueue] = useState<number | null>(null);
  const [pickedConnection, setConnection] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [isTemplating, setTemplating] = useState(false);
  const [newContact, setNewContact] = useState<{ name: string; number: string } | null>(null);
  const connections = useMatchingConnections(chosen);
  const queueId = pickedQueue ?? preselected;
  const whatsappId = connections.some(({ id }) => id === pickedConnection)
    ? pickedConnection
    : defaultConnection(connections, chosen?.whatsappId ?? null, user.whatsappId);
  const needsTemplate = connections.find(({ id }) => id === whatsappId)?.channel === 'whatsappapi';

  const create = useMutation({
    mutationFn: (draft: { contactId: number; queueId: number; whatsappId: number }) =>
      api.tickets.create({ body: { ...draft, userId: user.id } }),
  });
  const start = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!chosen || queueId === null || whatsappId === null) return;
    if (needsTemplate) setTemplating(true);
    else open(chosen.id, queueId, whatsappId);
  };
  const open = (ofContact: number, inQueue: number, through: number) =>
    create.mutate(
      { contactId: ofContact, queueId: inQueue, whatsappId: through },
      {
        onSuccess: (ticket) => {
          remember(inQueue);
          operations.applyTicket(ticket);
          onClose();
          void operations.openExisting(existingOf(ticket));
        },
        onError: (error) => {
          // An existing conversation is opened, or its agent named, in place of this dialog.
          if (operations.handleError(error) === 'opened') onClose();
        },
      },
    );

  // Replaces this dialog, which keeps its choices and returns afterwards.
  if (newContact)
    return (
      <ContactFormDialog
        title={tPanel('newTitle')}
        initial={newContact}
        onSaved={(saved) => choose(pickedContact(saved))}
        onClose={() => setNewContact(null)}
      />
    );
  if (isTemplating && chosen && queueId !== null && whatsappId !== null)
    return (
      <Suspense>
        <FirstContact
          contact={{ id: chosen.id, name: chosen.label }}
          queueId={queueId}
          whatsappId={whatsappId}
          operations={operations}
          onWithout={() => open(chosen.id, queueId, whatsappId)}
          isOpening={create.isPending}
          onClose={onClose}
        />
      </Suspense>
    );
  return (
    <FormDialog
      title={t('newTitle')}
      onClose={onClose}
      form={{ submit: start, busy: create.isPending }}
      verb={t(needsTemplate ? 'chooseTemplate' : 'start')}
    >
      <ContactPick
        focusFirst
        chosen={chosen}
        onChoose={choose}
        offer={(typed) => offerContact(typed, t('register'), setNewContact)}
        error={tried && !chosen && t('chooseContact')}
      />
      <QueueChoice options={queues} value={queueId} onChange={setQueue} tried={tried} />
      <ConnectionField
        connections={connections}
        value={whatsappId}
        onChange={setConnection}
        t={t}
        hint={needsTemplate && t('beginsWithTemplate')}
        tried={tried}
      />
    </FormDialog>
  );
}

/** Offers to create the contact that was not found, with the typed name or number. */
const offerContact = (
  typed: string,
  label: string,
  onCreate: (start: { name: string; number: string }) => void,
): ReactNode => (
  <Button
    size="sm"
    icon="user-plus"
    // The field keeps the focus, or the list would close before the click.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() =>
      onCreate(/^[\d\s()+.-]+$/.test(typed) ? { name: '', number: typed.trim() } : { name: typed.trim(), number: '' })
    }
  >
    {label}
  </Button>
);

/** Only connections that can reach the contact. */
function useMatchingConnections(chosen: PickedContact | null): readonly VisibleConnection[] {
  const all = useConnections().data ?? [];
  return chosen ? all.filter(({ channel }) => familyOf(channel) === familyOf(chosen.channel)) : all;
}

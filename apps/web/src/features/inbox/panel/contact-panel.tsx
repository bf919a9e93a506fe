/** The contact panel beside the conversation: identity, kanban column, tags, notes, preferences. */
import type { Contact } from '@balcao/contract/endpoints/contacts';
import type { Ticket } from '@balcao/contract/endpoints/tickets';
import type { UseQueryResult } from '@tanstack/react-query';
import { useContact, useToggleAudio, useToggleBot } from '../../../entities/contacts/contacts.api.ts';
import { useContactNotes } from '../../../entities/contact-notes/contact-notes.api.ts';
import { useOptOuts } from '../../../entities/opt-outs/opt-outs.api.ts';
import { useLanes } from '../../../entities/tags/tags.api.ts';
import { errorText } from '../../../lib/error-text.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { Can, useCan } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { ErrorState, IconButton, Skeleton, Switch, useToast } from '../../../ui/index.ts';
import { ReferenceCard } from '../reference-card.tsx';
import { referenceTexts } from '../reference.texts.ts';
import { ContactIdentity } from './contact-identity.tsx';
import { ContactNotes } from './contact-notes.tsx';
import { ContactOptOut } from './contact-opt-out.tsx';
import { ContactTags } from './contact-tags.tsx';
import css from './panel.module.css';
import { panelTexts } from './panel.texts.ts';
import type { PanelContact } from './panel-contact.ts';
import { LanePicker } from './lane-picker.tsx';

export function ContactPanel({ ticket, onClose }: { ticket: Ticket; onClose(): void }) {
  const t = useTexts(panelTexts);
  const language = useLanguage();
  const contactQuery = useContact(ticket.contactId);
  // The ticket carries most of the contact, so the panel is filled at once.
  const contact: PanelContact = contactQuery.data ?? ticket.contact;
  const isPerson = !contact.isGroup;
  const isLoading = useIsLoading(contactQuery, ticket.contactId, isPerson);

  return (
    <section
      className={css.panel}
      aria-label={t('region')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        // A note that is being written stays.
        if (!(event.target instanceof HTMLTextAreaElement && event.target.value.trim() !== '')) onClose();
      }}
    >
      <header className={css.head}>
        <h2>{t(isPerson ? 'title' : 'group')}</h2>
        <IconButton icon="x" size="md" label={t('close')} onClick={onClose} />
      </header>
      <div className={css.scroll} aria-busy={isLoading}>
        {contactQuery.error && (
          <ErrorState
            compact
            text={`${t('failed')}. ${errorText(contactQuery.error, language)}`}
            onRetry={() => void contactQuery.refetch()}
          />
        )}
        <ContactIdentity key={contact.id} contact={contact} username={contactQuery.data?.username ?? ''} />
        {isLoading && (
          <div className={css.loading}>
            <Skeleton height={32} />
            <Skeleton height={56} />
            <Skeleton height={56} />
          </div>
        )}
        <Source source={contactQuery.data?.source ?? null} />
        <Can do="kanban.use">
          <LanePicker ticket={ticket} />
        </Can>
        <ContactTags key={`tags-${contact.id}`} contact={contact} />
        <ContactNotes key={`notes-${contact.id}`} ticketId={ticket.id} contactId={contact.id} />
        <Extra contact={contact} />
        {isPerson && <ContactOptOut key={`opt-out-${contact.id}`} contact={contact} />}
        {isPerson && <Preferences contact={contact} />}
      </div>
    </section>
  );
}

/** While true, the sections are not visible: shown one after the other, each would move those below it. */
function useIsLoading(contact: Pending, contactId: number, isPerson: boolean): boolean {
  const board = useLanes({ enabled: useCan('kanban.use') });
  const notes = useContactNotes(contactId);
  const optOuts = useOptOuts(contactId, { enabled: isPerson });
  return [contact, board, notes, optOuts].some(isFirstAttempt);
}
type Pending = Pick<UseQueryResult, 'isLoading' | 'failureCount'>;

/** One that failed or waits for the network does not hold up the others. */
const isFirstAttempt = ({ isLoading, failureCount }: Pending): boolean => isLoading && failureCount === 0;

/** Where the contact came from last. */
function Source({ source }: { source: Contact['source'] }) {
  const t = useTexts(referenceTexts);
  if (!source) return null;
  return (
    <section className={css.section}>
      <h3>{t('source')}</h3>
      <ReferenceCard reference={source} />
      <small className="muted num">{formatDateTime(source.at)}</small>
    </section>
  );
}

function Extra({ contact }: { contact: PanelContact }) {
  const t = useTexts(panelTexts);
  if (contact.extraInfo.length === 0) return null;
  return (
    <section className={css.section}>
      <h3>{t('extra')}</h3>
      <dl className={css.facts}>
        {contact.extraInfo.map(({ id, name, value }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Preferences({ contact }: { contact: PanelContact }) {
  const t = useTexts(panelTexts);
  const toast = useToast();
  const audio = useToggleAudio(contact.id);
  const bot = useToggleBot(contact.id);
  const errorHandler = { onError: (error: unknown) => toast.failed(error) };
  return (
    <section className={css.section}>
      <h3>{t('preferences')}</h3>
      <Toggle
        label={t('acceptsAudio')}
        checked={contact.acceptAudioMessage}
        disabled={audio.isPending}
        onChange={() => audio.mutate(undefined, errorHandler)}
      />
      <Toggle
        label={t('botReplies')}
        checked={!contact.disableBot}
        disabled={bot.isPending}
        onChange={() => bot.mutate(undefined, errorHandler)}
      />
    </section>
  );
}

/** Smaller than a switch row of the settings: there are only two, and little space. */
const Toggle = ({
  label,
  ...switchProps
}: {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: () => void;
}) => (
  <div className={css.toggle}>
    <span>{label}</span>
    <Switch label={label} {...switchProps} />
  </div>
);

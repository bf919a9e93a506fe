import type { SandboxContent, SandboxMessage } from '@balcao/contract/endpoints/sandbox';
import { formatCents, formatDateTime, formatPhone } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, Menu, useToast } from '../../ui/index.ts';
import { AnyFile, Media, Picture } from './phone-media.tsx';
import { PhoneText } from './phone-text.tsx';
import css from './phone.module.css';
import { phoneTexts } from './phone.texts.ts';
import { useSandboxActions, type Player } from './use-sandbox-actions.ts';

interface ContentProps extends Player {
  message: SandboxMessage;
  memberId: string | undefined;
}

/** All content types, rendered as on a phone. */
export function Content({ message, memberId, connection, customer }: ContentProps) {
  const t = useTexts(phoneTexts);
  const { content } = message;
  switch (content.kind) {
    case 'text':
      return <PhoneText text={content.text} />;
    case 'media':
      return (
        <Media content={content} connectionId={connection.id} author={message.fromCustomer ? customer.name : ''} />
      );
    case 'location':
      return (
        <span className={css.card}>
          <b>
            <Icon name="pin" size={16} /> {content.name || t('location')}
          </b>
          {content.address && <span>{content.address}</span>}
          <span className="num">
            {content.latitude.toFixed(5)}, {content.longitude.toFixed(5)}
          </span>
        </span>
      );
    case 'contacts':
      return content.contacts.map((contact) => (
        <span key={contact.name} className={css.card}>
          <b>
            <Icon name="card" size={16} /> {contact.name}
          </b>
          {contact.numbers.map((number) => (
            <span key={number} className="num">
              {formatPhone(number)}
            </span>
          ))}
        </span>
      ));
    case 'list':
      return <Options {...{ message, memberId, connection, customer }} content={content} />;
    case 'buttons':
      return <Answers {...{ message, memberId, connection, customer }} content={content} />;
    case 'template':
      return (
        <span className={css.card}>
          <span className={css.forwarded}>
            <Icon name="note" size={14} /> {t('template')}
          </span>
          {content.image && <AnyFile connectionId={connection.id} media={content.image} />}
          {content.title && <b>{content.title}</b>}
          <PhoneText text={content.text} />
          {content.footer && <small>{content.footer}</small>}
        </span>
      );
    case 'button':
      return <ButtonCard content={content} connectionId={connection.id} />;
    case 'pix':
      return <PixCard content={content} />;
    case 'choice':
      return <PhoneText text={content.title} />;
    case 'poll':
      return (
        <span className={css.card}>
          <b>{content.question}</b>
          {content.options.map((option) => (
            <span key={option}>○ {option}</span>
          ))}
        </span>
      );
    case 'event':
      return (
        <span className={css.card}>
          <b>
            <Icon name="calendar" size={16} /> {content.title}
          </b>
          <span className="num">{formatDateTime(content.startsAt)}</span>
          {content.place && <span>{content.place}</span>}
          {content.description && <span>{content.description}</span>}
        </span>
      );
    case 'ad':
      return (
        <>
          <span className={css.card}>
            {content.image && <Picture connectionId={connection.id} media={content.image} alt="" />}
            <b>
              <Icon name="megaphone" size={16} /> {content.title}
            </b>
            {content.body && <span>{content.body}</span>}
          </span>
          <PhoneText text={content.text} />
        </>
      );
    case 'call':
      return (
        <span className={css.card}>
          <b>
            <Icon name={content.isVideo ? 'video' : 'phone'} size={16} /> {t(`${content.outcome}Call`)}
          </b>
        </span>
      );
    case 'unsupported':
      return <i>{t('unsupported', { what: content.what })}</i>;
  }
}

type Of<K extends SandboxContent['kind']> = Extract<SandboxContent, { kind: K }>;

/** A menu of the company: tapping a row replies with it. */
function Options({ message, memberId, connection, customer, content }: ContentProps & { content: Of<'list'> }) {
  const t = useTexts(phoneTexts);
  const { perform } = useSandboxActions(connection);
  const rows = content.sections.flatMap((section) => section.rows);
  return (
    <span className={css.card}>
      {content.title && <b>{content.title}</b>}
      <PhoneText text={content.text} />
      {content.footer && <small>{content.footer}</small>}
      <Menu
        side="bottom-start"
        target={
          <button type="button" className={css.cardButton}>
            <Icon name="list" size={16} /> {content.button || t('options')}
          </button>
        }
        items={rows.map((row) => ({
          key: row.id,
          label: row.title,
          hint: row.description && <span className="faint">{row.description}</span>,
          onClick: () =>
            void perform({ act: 'choose', customerId: customer.id, memberId, wid: message.wid, choiceId: row.id }),
        }))}
      />
    </span>
  );
}

/** Reply buttons in the message. */
function Answers({ message, memberId, connection, customer, content }: ContentProps & { content: Of<'buttons'> }) {
  const { perform } = useSandboxActions(connection);
  return (
    <span className={css.card}>
      {content.title && <b>{content.title}</b>}
      <PhoneText text={content.text} />
      {content.footer && <small>{content.footer}</small>}
      {content.choices.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={css.cardButton}
          onClick={() =>
            void perform({ act: 'choose', customerId: customer.id, memberId, wid: message.wid, choiceId: id })
          }
        >
          <Icon name="reply" size={16} /> {title}
        </button>
      ))}
    </span>
  );
}

function ButtonCard({ content, connectionId }: { content: Of<'button'>; connectionId: number }) {
  const copy = useCopy();
  const { act, value, button } = content;
  return (
    <span className={css.card}>
      {content.image && <Picture connectionId={connectionId} media={content.image} alt="" />}
      {content.title && <b>{content.title}</b>}
      {content.text && <PhoneText text={content.text} />}
      {act === 'url' && /^https?:\/\//.test(value) ? (
        <a className={css.cardButton} href={value} target="_blank" rel="noreferrer">
          <Icon name="external" size={16} /> {button || value}
        </a>
      ) : (
        <button type="button" className={css.cardButton} onClick={() => copy(value)}>
          <Icon name={act === 'call' ? 'phone' : 'copy'} size={16} /> {button || value}
        </button>
      )}
    </span>
  );
}

function PixCard({ content }: { content: Of<'pix'> }) {
  const t = useTexts(phoneTexts);
  const copy = useCopy();
  return (
    <span className={css.card}>
      <b>
        <Icon name="pix" size={16} /> {content.title}
      </b>
      <span className={css.amount}>{content.cents ? formatCents(content.cents) : t('anyAmount')}</span>
      <span>{content.merchantName}</span>
      <button type="button" className={css.cardButton} onClick={() => copy(content.brCode)}>
        <Icon name="copy" size={16} /> {t('copyPix')}
      </button>
    </span>
  );
}

function useCopy() {
  const t = useTexts(phoneTexts);
  const toast = useToast();
  return (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => toast.done(t('copied')),
      () => toast.info(text),
    );
}

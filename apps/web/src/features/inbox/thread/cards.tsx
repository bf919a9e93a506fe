/** Cards without buttons: a location, contacts, a poll, an event, an advertisement. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { ReactNode } from 'react';
import { formatDate, formatPhone, formatTime, homeTimeZone } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.tsx';
import { useTexts } from '../../../lib/use-texts.ts';
import { Avatar, Icon } from '../../../ui/index.ts';
import { ReferenceIds, referenceIn } from '../reference-card.tsx';
import css from './cards.module.css';
import { contentTexts } from './content.texts.ts';
import { StartConversation } from './start-conversation.tsx';
import { Text } from './text.tsx';

/** The data of a card; every field may be missing. */
export const dataOf = <T extends object>({ dataJson }: Message): Partial<T> =>
  typeof dataJson === 'object' && dataJson !== null && !Array.isArray(dataJson) ? (dataJson as Partial<T>) : {};
export const webOnly = (url: string | undefined): string | undefined =>
  url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;

export function Location({ message }: { message: Message }) {
  const t = useTexts(contentTexts);
  const {
    latitude = 0,
    longitude = 0,
    name,
    address,
  } = dataOf<{ latitude: number; longitude: number; name: string; address: string }>(message);
  const at = `${Number(latitude)},${Number(longitude)}`;
  return (
    <div className={css.card}>
      <span className={css.map} aria-hidden="true">
        <Icon name="pin" size={24} />
      </span>
      <b className={css.title}>{name || t('location')}</b>
      {address && <span>{address}</span>}
      <a
        href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(at)}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('openMap')}
      </a>
    </div>
  );
}

export function Contacts({ message, meta }: { message: Message; meta?: ReactNode }) {
  const { contacts = [] } = dataOf<{ contacts: { name: string; numbers: string[] }[] }>(message);
  return (
    <div className={css.card}>
      {contacts.map((contact, at) => (
        // Two contacts may have the same name.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={at}>
          <span className={css.person}>
            <Avatar name={contact.name} size={36} />
            <span className={css.texts}>
              <b className="cut">{contact.name}</b>
              {contact.numbers.map((number) => (
                <span key={number} className="num">
                  {formatPhone(number)}
                </span>
              ))}
            </span>
          </span>
          {at === contacts.length - 1 && <span className={css.last}>{meta}</span>}
          <StartConversation name={contact.name} number={contact.numbers[0] ?? ''} />
        </div>
      ))}
    </div>
  );
}

export function Poll({ message }: { message: Message }) {
  const t = useTexts(contentTexts);
  const { options = [], isMultiple = false } = dataOf<{ options: string[]; isMultiple: boolean }>(message);
  return (
    <div className={css.card}>
      <b className={css.title}>{message.body}</b>
      <small className={css.hint}>{t(isMultiple ? 'pollMany' : 'pollOne')}</small>
      <ul className={css.options}>
        {options.map((option) => (
          <li key={option}>
            <span className={isMultiple ? css.square : css.round} aria-hidden="true" />
            {option}
          </li>
        ))}
      </ul>
    </div>
  );
}

const MEETING_MS = 2 * 3_600_000;

export function EventCard({ message }: { message: Message }) {
  const language = useLanguage();
  const {
    startsAt = '',
    endsAt,
    place: venue,
    description,
  } = dataOf<Record<'startsAt' | 'endsAt' | 'place' | 'description', string>>(message);
  const start = new Date(startsAt);
  // A meeting without an end takes two hours.
  const end = endsAt ? new Date(endsAt) : new Date(+start + MEETING_MS);
  const isDate = !Number.isNaN(+start);
  const part = (options: Intl.DateTimeFormatOptions) =>
    isDate ? new Intl.DateTimeFormat(locales[language], { timeZone: homeTimeZone(), ...options }).format(start) : '';
  const until = formatDate(end) === formatDate(start) ? formatTime(end) : `${formatDate(end)} ${formatTime(end)}`;
  return (
    <div className={css.event}>
      <span className={css.date} aria-hidden="true">
        <b className="num">{part({ day: '2-digit' })}</b>
        <span>{part({ month: 'short' }).replace('.', '')}</span>
      </span>
      <span className={css.texts}>
        <b>{message.body}</b>
        {isDate && (
          <span className="num">
            {part({ weekday: 'short' }).replace('.', '')}, {formatDate(start)}, {formatTime(start)} – {until}
          </span>
        )}
        {venue && <span>{venue}</span>}
        {description && <span>{description}</span>}
      </span>
    </div>
  );
}
const locales = { pt: 'pt-BR', en: 'en-US', es: 'es' } as const;

/** The advertisement a customer came from, above the message. */
export function Advertisement({ message }: { message: Message }) {
  const t = useTexts(contentTexts);
  const { title, body, url } = dataOf<Record<'title' | 'body' | 'url', string>>(message);
  const href = webOnly(url);
  const picture = message.previewUrl ?? message.mediaUrl;
  const about = referenceIn(message.dataJson);
  return (
    <>
      <div className={css.ad}>
        <small className={css.hint}>
          <Icon name="megaphone" size={14} /> {t('ad')}
        </small>
        {picture && <img src={picture} alt="" loading="lazy" decoding="async" />}
        {title && <b className={css.title}>{title}</b>}
        {body && <span>{body}</span>}
        {about && <ReferenceIds reference={about} />}
        {href && (
          <a href={href} target="_blank" rel="noopener noreferrer">
            {t('openAd')}
          </a>
        )}
      </div>
      {message.body && <Text body={message.body} />}
    </>
  );
}

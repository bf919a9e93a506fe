/** Cards of the Meta channels: quick reply buttons, templates, forms, orders, stories, shared posts. */
import type { Message } from '@balcao/contract/endpoints/messages';
import { useState, type ReactNode } from 'react';
import { formatMoney } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, type IconName } from '../../../ui/index.ts';
import { dataOf, webOnly } from './cards.tsx';
import css from './cards.module.css';
import { contentTexts } from './content.texts.ts';
import { Document } from './media.tsx';
import { Text } from './text.tsx';

interface CardProps {
  message: Message;
  meta?: ReactNode;
}

/** The buttons are tapped by the customer; here they are only shown. */
export function ButtonsCard({ message, meta }: CardProps) {
  const t = useTexts(contentTexts);
  const {
    title,
    text = message.body,
    footer,
    choices,
  } = dataOf<{ title: string; text: string; footer: string; choices: { id: string; title: string }[] }>(message);
  return (
    <div className={css.card}>
      {title && <b className={css.title}>{title}</b>}
      {footer && <Text body={text} />}
      <span className={css.last}>
        {footer ? <small className={css.footer}>{footer}</small> : <Text body={text} />}
        {meta}
      </span>
      <Labels label={t('options')} icon="reply" texts={listOf(choices).map(({ title: choiceTitle }) => choiceTitle)} />
    </div>
  );
}

/** As the customer reads it, with all placeholders filled. */
export function TemplateCard({ message, meta }: CardProps) {
  const t = useTexts(contentTexts);
  const { title, footer, labels, file } = dataOf<{ title: string; footer: string; labels: string[]; file: string }>(
    message,
  );
  return (
    <div className={css.card}>
      <small className={css.hint}>
        <Icon name="note" size={14} /> {t('template')}
      </small>
      <Above message={message} file={file} />
      {title && <b className={css.title}>{title}</b>}
      {footer && <Text body={message.body} />}
      <span className={css.last}>
        {footer ? <small className={css.footer}>{footer}</small> : <Text body={message.body} />}
        {meta}
      </span>
      <Labels label={t('options')} texts={listOf(labels)} />
    </div>
  );
}

/** The header file of a template; an image if its type is missing. */
function Above({ message, file }: { message: Message; file: string | undefined }) {
  const { mediaUrl, mediaName } = message;
  if (file !== 'video' && file !== 'document') return <CardPicture message={message} />;
  if (mediaUrl === null) return null;
  if (file === 'document') return <Document message={message} />;
  // Files that were sent have no captions.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <video className={css.cardPicture} src={mediaUrl} aria-label={mediaName} controls preload="none" />;
}

export function FormCard({ message }: CardProps) {
  const t = useTexts(contentTexts);
  const { title, answers } = dataOf<{ title: string; answers: { label: string; value: string }[] }>(message);
  return (
    <div className={css.card}>
      <small className={css.hint}>
        <Icon name="tasks" size={14} /> {t('form')}
      </small>
      <b className={css.title}>{title || t('formAnswered')}</b>
      <dl className={css.answers}>
        {listOf(answers).map(({ label, value }, at) => (
          // Two questions may have the same name.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={at}>
            <dt>{String(label)}</dt>
            <dd>{String(value) || '—'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function OrderCard({ message }: CardProps) {
  const t = useTexts(contentTexts);
  const { items, currency = 'BRL' } = dataOf<{
    items: { name: string; quantity: number; cents: number }[];
    currency: string;
  }>(message);
  const orderItems = listOf(items).map(({ name, quantity, cents }) => ({
    name: String(name),
    quantity: Number(quantity) || 0,
    cents: Number(cents) || 0,
  }));
  const total = orderItems.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0);
  return (
    <div className={css.card}>
      <small className={css.hint}>
        <Icon name="wallet" size={14} /> {t('order')}
      </small>
      <ul className={css.goods}>
        {orderItems.map(({ name, quantity, cents }, at) => (
          // The same product may occur twice in an order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>
            <span className={css.what}>
              <b className="num">{quantity}×</b> {name}
            </span>
            <span className="num">{formatMoney(quantity * cents, currency)}</span>
          </li>
        ))}
      </ul>
      <span className={css.total}>
        <b>{t('total')}</b>
        <b className="num">{formatMoney(total, currency)}</b>
      </span>
      {message.body && <Text body={message.body} />}
    </div>
  );
}

export function StoryCard({ message }: CardProps) {
  const t = useTexts(contentTexts);
  const { act, url } = dataOf<Record<'act' | 'url', string>>(message);
  return (
    <>
      <Elsewhere
        message={message}
        icon="image"
        head={t(act === 'mention' ? 'storyMention' : 'storyReply')}
        url={url}
        open={t('openStory')}
      />
      {message.body && <Text body={message.body} />}
    </>
  );
}

export function ShareCard({ message }: CardProps) {
  const t = useTexts(contentTexts);
  const { title, url } = dataOf<Record<'title' | 'url', string>>(message);
  return (
    <>
      <Elsewhere message={message} icon="forward" head={t('share')} title={title} url={url} open={t('openShare')} />
      {message.body && <Text body={message.body} />}
    </>
  );
}

/** A message the channel supports and we cannot show: says that it came and where to see it. */
export function Unsupported({ message }: CardProps) {
  const t = useTexts(contentTexts);
  const what = String(dataOf<{ what: string }>(message).what ?? '').trim();
  const isNamed = what !== '' && !/unknown|unsupported/i.test(what);
  return (
    <span className={css.unsupported}>
      <Icon name="device" size={16} />
      <i>{isNamed ? t('unsupported', { what: what.slice(0, 60) }) : t('unsupportedPlain')}</i>
    </span>
  );
}

interface ElsewhereProps {
  message: Message;
  icon: IconName;
  head: string;
  title?: string | undefined;
  url: string | undefined;
  open: string;
}

/** Something outside of the conversation, with a link. */
function Elsewhere({ message, icon, head, title, url, open }: ElsewhereProps) {
  const href = webOnly(url);
  return (
    <div className={css.ad}>
      <small className={css.hint}>
        <Icon name={icon} size={14} /> {head}
      </small>
      <CardPicture message={message} />
      {title && <b className={css.title}>{title}</b>}
      {href && (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {open}
        </a>
      )}
    </div>
  );
}

/** Stories expire after a day, and videos have no picture: what cannot be shown takes no space. */
function CardPicture({ message: { previewUrl, mediaUrl } }: { message: Message }) {
  const src = previewUrl ?? mediaUrl;
  const [broken, setBroken] = useState<string | null>(null);
  if (!src || src === broken) return null;
  return (
    <img className={css.cardPicture} src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(src)} />
  );
}

function Labels({ label, icon, texts }: { label: string; icon?: IconName; texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className={css.labels} aria-label={label}>
      {texts.map((text, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          {icon && <Icon name={icon} size={14} />} {String(text)}
        </li>
      ))}
    </ul>
  );
}

/** Malformed data counts as an empty list. */
const listOf = <T,>(values: readonly T[] | undefined): readonly T[] => (Array.isArray(values) ? values : []);

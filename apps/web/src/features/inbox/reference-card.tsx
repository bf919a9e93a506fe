/** What a customer came from or asks about: an ad, a product, a story, a link. */
import type { Reference } from '@balcao/contract/endpoints/contacts';
import { useTexts } from '../../lib/use-texts.ts';
import { Icon, type IconName } from '../../ui/index.ts';
import { referenceTexts } from './reference.texts.ts';
import css from './reference.module.css';

const icons: Record<Reference['type'], IconName> = {
  ad: 'megaphone',
  post: 'image',
  link: 'link',
  optin: 'check',
  product: 'tag',
  story: 'image',
};
const ids = ['id', 'ref', 'clickId', 'catalogId', 'productId', 'postId'] as const;

export function ReferenceCard({ reference }: { reference: Reference }) {
  const t = useTexts(referenceTexts);
  const { type, title, body, url } = reference;
  const isWeb = url !== undefined && /^https?:\/\//i.test(url);
  return (
    <div className={css.card}>
      <small className={css.hint}>
        <Icon name={icons[type]} size={14} /> {t(type)}
      </small>
      {title && <b className={css.title}>{title}</b>}
      {body && <span>{body}</span>}
      <ReferenceIds reference={reference} />
      {isWeb && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {t('open')}
        </a>
      )}
    </div>
  );
}

/** The ids, to look them up in the ad manager or the catalog. */
export function ReferenceIds({ reference }: { reference: Reference }) {
  const t = useTexts(referenceTexts);
  const parts = ids.flatMap((name) => (reference[name] ? [t(name, { value: reference[name] })] : []));
  if (parts.length === 0) return null;
  return <small className={css.ids}>{parts.join(' · ')}</small>;
}

const types = new Set<unknown>(Object.keys(icons));
/** The reference in the data of a message, if there is a valid one. */
export function referenceIn(data: unknown): Reference | undefined {
  const about = (data as { about?: unknown } | null)?.about;
  return typeof about === 'object' && about !== null && types.has((about as Reference).type)
    ? (about as Reference)
    : undefined;
}

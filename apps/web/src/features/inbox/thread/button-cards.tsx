/** Cards with buttons: a list, a link, a code, a number, a charge. */
import type { Message } from '@balcao/contract/endpoints/messages';
import type { ReactNode } from 'react';
import { formatCents } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/use-texts.ts';
import { Icon, Popover } from '../../../ui/index.ts';
import { dataOf, webOnly } from './cards.tsx';
import css from './cards.module.css';
import { contentTexts } from './content.texts.ts';
import { Text } from './text.tsx';
import { useCopy } from './use-copy.ts';

interface ListData {
  title: string;
  text: string;
  button: string;
  footer: string;
  sections: { title: string; rows: { id: string; title: string; description?: string }[] }[];
}

/** The rows are chosen by the customer; here they are only shown. */
export function ListCard({ message, meta }: { message: Message; meta?: ReactNode }) {
  const t = useTexts(contentTexts);
  const { title, text = message.body, button, footer, sections = [] } = dataOf<ListData>(message);
  return (
    <div className={css.card}>
      {title && <b className={css.title}>{title}</b>}
      {footer && <Text body={text} />}
      <span className={css.last}>
        {footer ? <small>{footer}</small> : <Text body={text} />}
        {meta}
      </span>
      <Popover
        label={button || t('options')}
        side="bottom"
        target={(opener) => (
          <button type="button" className={css.button} {...opener}>
            <Icon name="list" size={16} /> {button || t('options')}
          </button>
        )}
      >
        <div className={css.sections}>
          {sections.map((section, at) => (
            // oxlint-disable-next-line react/no-array-index-key
            <section key={at}>
              {section.title && <h4>{section.title}</h4>}
              <ul>
                {section.rows.map((row) => (
                  <li key={row.id}>
                    {row.title}
                    {row.description && <small>{row.description}</small>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Popover>
    </div>
  );
}

interface InteractiveData {
  act: 'url' | 'copy' | 'call' | 'pix';
  title: string;
  text: string;
  button: string;
  value: string;
  cents: number | null;
  merchantName: string;
  keyType: string;
  key: string;
  brCode: string;
}

export function InteractiveCard({ message, meta }: { message: Message; meta?: ReactNode }) {
  const t = useTexts(contentTexts);
  const data = dataOf<InteractiveData>(message);
  const copy = useCopy();
  const { act, value = '', button, text } = data;
  if (act === 'pix') return <PixCard message={message} data={data} meta={meta} />;
  const href = act === 'url' ? webOnly(value) : undefined;
  const picture = message.previewUrl ?? message.mediaUrl;
  const label = button || t(act === 'url' ? 'openLink' : act === 'call' ? 'callNumber' : 'copyCode');
  return (
    <div className={css.card}>
      {picture && <img className={css.cardPicture} src={picture} alt="" loading="lazy" decoding="async" />}
      {message.body && <b className={css.title}>{message.body}</b>}
      <span className={css.last}>
        {text && <Text body={text} />}
        {meta}
      </span>
      {href ? (
        <a className={css.button} href={href} target="_blank" rel="noopener noreferrer">
          <Icon name="external" size={16} /> {label}
        </a>
      ) : (
        <button
          type="button"
          className={css.button}
          onClick={() => copy(act === 'url' ? '' : value, act === 'url' ? 'noLink' : 'nothingToCopy')}
        >
          <Icon name={act === 'call' ? 'phone' : act === 'url' ? 'external' : 'copy'} size={16} /> {label}
        </button>
      )}
    </div>
  );
}

function PixCard({ message, data, meta }: { message: Message; data: Partial<InteractiveData>; meta: ReactNode }) {
  const t = useTexts(contentTexts);
  const copy = useCopy();
  const { cents, merchantName = '', keyType = '', key = '', brCode = '' } = data;
  return (
    <div className={css.card}>
      <span className={css.pix}>
        <span className={css.pixMark}>
          <Icon name="pix" size={24} />
        </span>
        <b className={css.amount}>{cents ? formatCents(cents) : t('anyAmount')}</b>
        <span className={css.payee}>{[merchantName, keyType].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={css.last}>
        <b className={css.title}>{message.body}</b>
        {meta}
      </span>
      <button type="button" className={css.button} onClick={() => copy(brCode || key)}>
        <Icon name="copy" size={16} /> {t('copyPix')}
      </button>
    </div>
  );
}

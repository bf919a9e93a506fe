import { useId } from 'react';
import { useLanguage } from '../../lib/language.tsx';
import { useTexts } from '../../lib/use-texts.ts';
import { Card } from './card.tsx';
import css from './messages-api.module.css';
import { messagesApiTexts } from './messages-api.texts.ts';
import { errorRows, fieldRows, headerRows, type ReferenceRow } from './reference.ts';
import { SEND_PATH } from './send-message.ts';

const REPLY = `{ "status": "SUCCESS", "ticketId": 48213, "messageIds": [913377] }`;

/** Headers, fields, response and errors of the call. */
export function ReferenceCard() {
  const t = useTexts(messagesApiTexts);
  return (
    <Card
      title={t('sendTitle')}
      beside={
        <span className={css.call}>
          <span className={css.method}>POST</span>
          <code>/api{SEND_PATH}</code>
        </span>
      }
    >
      <Rows title={t('headers')} rows={headerRows} />
      <Rows title={t('fields')} rows={fieldRows} note={t('formats')} />
      <section className={css.part}>
        <h3>{t('reply')}</h3>
        <p>{t('replyText')}</p>
        <pre className={css.code}>{REPLY}</pre>
      </section>
      <Errors />
    </Card>
  );
}

function Rows({ title, rows, note }: { title: string; rows: readonly ReferenceRow[]; note?: string }) {
  const t = useTexts(messagesApiTexts);
  const id = useId();
  return (
    <section className={css.part}>
      <h3 id={id}>{title}</h3>
      {note !== undefined && <p>{note}</p>}
      <ul className={css.rows} aria-labelledby={id}>
        {rows.map(({ name, type, text, required }) => (
          <li key={name}>
            <code>{name}</code>
            <span className={css.type}>
              {t(type)}
              {required && <b>{t('required')}</b>}
            </span>
            <span className={css.text}>{t(text)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Errors() {
  const t = useTexts(messagesApiTexts);
  const language = useLanguage();
  const id = useId();
  return (
    <section className={css.part}>
      <h3 id={id}>{t('errors')}</h3>
      <p>{t('errorsText')}</p>
      <ul className={css.errors} aria-labelledby={id}>
        {errorRows.map(({ code, status, [language]: sentence }) => (
          <li key={code}>
            <b className="num">{status}</b>
            <code>{code}</code>
            <span className={css.text}>{sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

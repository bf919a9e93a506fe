import { useEffect, useState } from 'react';
import type { StoredMail } from '../../entities/mails/mails.api.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useTexts } from '../../lib/use-texts.ts';
import { Button } from '../../ui/index.ts';
import css from './mails.module.css';
import { mailTexts } from './mails.texts.ts';

/** One mail as its reader sees it, and its text version. */
export function MailLetter({ mail, onBack }: { mail: StoredMail; onBack: () => void }) {
  const t = useTexts(mailTexts);
  return (
    <article className={css.letter} aria-labelledby="mail-subject">
      <header className={css.head}>
        <span className={css.back}>
          <Button icon="arrow-l" size="sm" onClick={onBack}>
            {t('back')}
          </Button>
        </span>
        <h2 id="mail-subject" className={css.title}>
          {mail.subject}
        </h2>
        <dl className={css.facts}>
          <dt>{t('to')}</dt>
          <dd>{mail.to}</dd>
          <dt>{t('at')}</dt>
          <dd>{formatDateTime(mail.createdAt)}</dd>
        </dl>
      </header>
      <Preview html={mail.html} />
      <section className={css.textVersion}>
        <h3>{t('textVersion')}</h3>
        <pre>
          <LinkedText text={mail.text} />
        </pre>
      </section>
    </article>
  );
}

/** In a frame without any right: no script, no form, no access to this page. */
function Preview({ html }: { html: string }) {
  const t = useTexts(mailTexts);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const blobUrl = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }));
    setUrl(blobUrl);
    return () => URL.revokeObjectURL(blobUrl);
  }, [html]);
  return <iframe className={css.frame} sandbox="" title={t('preview')} {...(url !== undefined && { src: url })} />;
}

/** The links of the frame lead nowhere; those of the text do. */
const LinkedText = ({ text }: { text: string }) =>
  text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      <a key={at} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ) : (
      part
    ),
  );
